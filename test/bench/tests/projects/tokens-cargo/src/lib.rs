//! Arithmetic: text to tokens, tokens to a value.

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number(f64),
    Name(String),
    Operator(char),
}

/// Tokens of a text. Errors name the position.
pub fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let first = chars[at];
        at += 1;
        if first.is_whitespace() {
            continue;
        } else if first.is_ascii_digit() {
            while at < chars.len() && (chars[at].is_ascii_digit() || chars[at] == '.') {
                at += 1;
            }
            let word: String = chars[start..at].iter().collect();
            let value = word.parse().map_err(|_| format!("bad number at {start}"))?;
            found.push(Token::Number(value));
        } else if first.is_alphabetic() {
            while at < chars.len() && chars[at].is_alphanumeric() {
                at += 1;
            }
            found.push(Token::Name(chars[start..at].iter().collect()));
        } else if "+-*/()=".contains(first) {
            found.push(Token::Operator(first));
        } else {
            return Err(format!("unexpected {first} at {start}"));
        }
    }
    Ok(found)
}

/// Values of names, changed by assignments.
#[derive(Default)]
pub struct Machine {
    names: std::collections::BTreeMap<String, f64>,
    pub log: Vec<String>,
}

impl Machine {
    pub fn run(&mut self, text: &str) -> Result<f64, String> {
        let tokens = tokens(text)?;
        if let [Token::Name(name), Token::Operator('='), rest @ ..] = tokens.as_slice() {
            let value = self.value(rest)?;
            self.names.insert(name.clone(), value);
            self.log.push(format!("{name} = {value}"));
            return Ok(value);
        }
        self.value(&tokens)
    }

    fn value(&self, tokens: &[Token]) -> Result<f64, String> {
        let mut at = 0;
        let value = self.sum(tokens, &mut at)?;
        if at < tokens.len() {
            return Err(format!("unexpected {:?}", tokens[at]));
        }
        Ok(value)
    }

    fn sum(&self, tokens: &[Token], at: &mut usize) -> Result<f64, String> {
        let mut value = self.product(tokens, at)?;
        while let Some(Token::Operator(sign @ ('+' | '-'))) = tokens.get(*at) {
            *at += 1;
            let other = self.product(tokens, at)?;
            value = if *sign == '+' { value + other } else { value - other };
        }
        Ok(value)
    }

    fn product(&self, tokens: &[Token], at: &mut usize) -> Result<f64, String> {
        let mut value = self.factor(tokens, at)?;
        while let Some(Token::Operator(sign @ ('*' | '/'))) = tokens.get(*at) {
            *at += 1;
            let other = self.factor(tokens, at)?;
            value = if *sign == '*' { value * other } else { value / other };
        }
        Ok(value)
    }

    fn factor(&self, tokens: &[Token], at: &mut usize) -> Result<f64, String> {
        let token = tokens.get(*at).ok_or("unexpected end")?;
        *at += 1;
        match token {
            Token::Number(value) => Ok(*value),
            Token::Name(name) => self.names.get(name).copied().ok_or(format!("unknown name {name}")),
            Token::Operator('-') => Ok(-self.factor(tokens, at)?),
            Token::Operator('(') => {
                let value = self.sum(tokens, at)?;
                *at += 1;
                Ok(value)
            }
            Token::Operator(other) => Err(format!("unexpected {other}")),
        }
    }
}
