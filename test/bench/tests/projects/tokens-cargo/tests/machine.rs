use tokens::{tokens, Machine, Token};

fn number(value: f64) -> Token {
    Token::Number(value)
}

fn operator(sign: char) -> Token {
    Token::Operator(sign)
}

/// Runs all lines and returns the last value.
fn run_all(machine: &mut Machine, lines: &[&str]) -> f64 {
    let mut last = f64::NAN;
    for line in lines {
        last = machine.run(line).unwrap_or_else(|problem| panic!("{line}: {problem}"));
    }
    last
}

#[test]
fn splits_numbers_and_operators() {
    let found = tokens("1+ 22 *3.5").unwrap();
    assert_eq!(
        found,
        vec![number(1.0), operator('+'), number(22.0), operator('*'), number(3.5)]
    );
}

#[test]
fn splits_names() {
    let found = tokens("a1 = b-2").unwrap();
    assert_eq!(found[0], Token::Name("a1".to_string()));
    assert_eq!(found.len(), 5);
}

#[test]
fn names_the_position_of_errors() {
    assert_eq!(tokens("1 + ?").unwrap_err(), "unexpected ? at 4");
    assert_eq!(tokens("1 + 2.3.4").unwrap_err(), "bad number at 4");
}

mod values {
    use super::*;

    #[test]
    fn follow_precedence() {
        let cases = [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("2 * 3 + 4 * 5", 26.0),
            ("-(2 + 3) * 2", -10.0),
        ];
        for (text, expected) in cases {
            assert_eq!(Machine::default().run(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn go_from_left_to_right() {
        let mut machine = Machine::default();
        let cases = [("1 + 1 + 1", 3.0), ("12 / 2 / 3", 2.0), ("10 - 3 - 2", 5.0), ("10 - 3 + 2", 9.0)];
        for (text, expected) in cases {
            let value = machine.run(text).unwrap();
            assert_eq!(value, expected, "{text}");
        }
    }

    #[test]
    fn come_from_names() {
        let mut machine = Machine::default();
        let last = run_all(&mut machine, &["a = 2", "b = a * 10", "a = a + 1", "c = 7", "b - a"]);
        assert_eq!(last, 17.0);
        assert_eq!(machine.log, ["a = 2", "b = 20", "a = 3", "c = 7"]);
    }
}

#[test]
fn reports_what_it_does_not_know() {
    let mut machine = Machine::default();
    run_all(&mut machine, &["x = 1"]);
    assert_eq!(machine.run("x + y").unwrap_err(), "unknown name y");
    assert_eq!(machine.run("x +").unwrap_err(), "unexpected end");
    assert_eq!(machine.run("x 2").unwrap_err(), "unexpected Number(2.0)");
}
