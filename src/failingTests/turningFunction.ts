/** The function through which turned conditions go (see `turning.ts`), as text for the sources of each language. */

/** Evaluations of one condition, and of all, that are logged. */
const mostLogged = { one: 2000, all: 50_000 };

/**
 * The frame of the test that is outermost has the statement. Candidates are made by deletions: what is left of a statement is a
 * subsequence of it.
 */
const typed = String.raw`var whittleOperands: any;
function whittleOperand(value: any): any {
  whittleOperands = (whittleOperands || []).slice(-9);
  whittleOperands.push(typeof value === 'number' ? value : NaN);
  return value;
}
function whittleCompare(id: any, isReturn: any, value: any): any {
  const both: any = whittleOperands.splice(-2);
  const distance: any = Math.abs(both[0] - both[1]);
  return whittleTurn(id, isReturn, value, isNaN(distance) ? undefined : distance);
}
function whittleTurn(id: any, isReturn: any, value: any, distance?: any): any {
  void whittleOperand, whittleCompare;
  const env: any = typeof process === 'object' && process.env;
  if (!env || !env.WHITTLE_TURN_TEST) return value;
  const key = Symbol.for('whittle turning');
  const all: any = globalThis;
  const fs: any = (process as any).getBuiltinModule ? (process as any).getBuiltinModule('fs') : require('fs');
  const state: any = all[key] || (all[key] = { order: JSON.parse(env.WHITTLE_TURN || 'null'), seen: new Map(), lines: {}, total: 0, times: 0 });
  const outcome: any = id + ' ' + Boolean(value);
  if (state.order && state.order[0] === -1) {
    state.left = state.left || new Set(state.order[1]);
    if (state.left.delete(outcome) && state.left.size === 0) (process as any).reallyExit(77);
    return value;
  }
  if (state.order && state.order[0] !== id) return value;
  const one = state.seen.get(id) || { total: 0, places: new Map() };
  state.seen.set(id, one);
  if (!state.order && (one.total++ > ${mostLogged.one} || state.total++ > ${mostLogged.all})) return value;
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 200;
  const stack = String(new Error().stack);
  Error.stackTraceLimit = limit;
  const name = env.WHITTLE_TURN_TEST.replace(/[.*+?^{}$()|[\]\\]/g, '\\$&');
  const frame = new RegExp('(?:[(]|at )(?:async )?(file://)?((?:[A-Za-z]:)?[/\\\\].*' + name + ')(?:[?][^:]*)?:(\\d+):\\d+[)]?$');
  let found: any;
  for (const one of stack.split('\n')) found = frame.exec(one) || found;
  const line = found ? Number(found[3]) : 0;
  if (!state.order) {
    const times = (one.places.get(line) || 0) + 1;
    one.places.set(line, times);
    if ((times & (times - 1)) === 0 || times < 16) fs.appendFileSync(env.WHITTLE_TURN_LOG, [id, line, times, state.total, distance === undefined ? '-' : distance, Boolean(value)].join(' ') + '\n');
    return value;
  }
  const [statement, ...others]: any = state.order[1].split('\0');
  if ((statement === '') !== !found) return value;
  if (found) {
    const path = found[1] ? decodeURIComponent(found[2]) : found[2];
    state.lines[path] = state.lines[path] || fs.readFileSync(path, 'utf8').split('\n');
    const text = (state.lines[path][line - 1] || '').trim();
    let at = 0;
    for (const sign of statement.split('')) if (sign === text[at]) at++;
    if (text === '' || at < text.length || others.includes(text)) return value;
  }
  state.times++;
  if (state.order[2] && state.order[2] !== state.times) return value;
  if (typeof state.order[3] === 'number' && !(distance <= state.order[3])) return value;
  if (state.order.length > 4) return state.order[4];
  return isReturn && typeof value !== 'boolean' ? undefined : !value;
}
`;
const untyped = typed
  .replaceAll('distance?: any', 'distance')
  .replaceAll(': any', '')
  .replaceAll('(process as any)', 'process');

/** For the end of a file: functions are known in the whole of it. */
export function scriptEnd(languageId: string): string {
  return `\n${languageId === 'javascript' ? untyped : typed}`;
}

const python = String.raw`import json, os, sys
state = {'order': None, 'seen': {}, 'total': 0, 'times': 0, 'known': False}
operands = []
def whittleOperand(value):
    del operands[:-9]
    operands.append(float(value) if type(value) in (int, float) and abs(value) < 1e300 else None)
    return value
def whittleCompare(id, isReturn, value):
    both = operands[-2:]
    del operands[-2:]
    return whittleTurn(id, isReturn, value, None if None in both or len(both) < 2 else abs(both[0] - both[1]))
def whittleTurn(id, isReturn, value, distance=None):
    test = os.environ.get('WHITTLE_TURN_TEST')
    if not test:
        return value
    if not state['known']:
        state['known'] = True
        state['order'] = json.loads(os.environ.get('WHITTLE_TURN') or 'null')
    order = state['order']
    try:
        outcome = 'true' if value else 'false'
    except Exception:
        outcome = 'true'
    if order and order[0] == -1:
        left = state.setdefault('left', set(order[1]))
        left.discard('%d %s' % (id, outcome))
        if not left:
            os._exit(77)
        return value
    if order and order[0] != id:
        return value
    if not order:
        state['total'] += 1
        if state['total'] > ${mostLogged.all}:
            return value
    line, path, frame = 0, None, sys._getframe(1)
    while frame is not None:
        if os.path.basename(frame.f_code.co_filename) == test:
            line, path = frame.f_lineno, frame.f_code.co_filename
        frame = frame.f_back
    if not order:
        times = state['seen'][(id, line)] = state['seen'].get((id, line), 0) + 1
        if times < 16 or times & (times - 1) == 0:
            with open(os.environ['WHITTLE_TURN_LOG'], 'a') as out:
                out.write('%d %d %d %d %s %s\n' % (id, line, times, state['total'], '-' if distance is None else distance, outcome))
        return value
    if (order[1] == '') != (path is None):
        return value
    if path is not None:
        import linecache
        text = linecache.getline(path, line).strip()
        statement, *others = order[1].split('\0')
        signs = iter(statement)
        if not text or text in others or not all(sign in signs for sign in text):
            return value
    state['times'] += 1
    if order[2] and order[2] != state['times']:
        return value
    if order[3] is not None and not (distance is not None and distance <= order[3]):
        return value
    if len(order) > 4:
        return order[4]
    if isinstance(value, bool):
        return not value
    if isReturn:
        return None
    try:
        return not value
    except Exception:
        return value
import builtins
builtins.whittleTurn, builtins.whittleCompare, builtins.whittleOperand = whittleTurn, whittleCompare, whittleOperand
`;

/** On a line of its own, once for all files: the names are those of Python itself then. */
export const pythonStart = `if not hasattr(__import__('builtins'), 'whittleTurn'): exec(${JSON.stringify(python)}, {'__name__': 'whittle'})\n`;

/** A file of Go for a package. A module may be older than type parameters. */
export function goFunction(name: string): string {
  return `package ${name}\n${go}`;
}

const go = String.raw`
import ("encoding/json"; "fmt"; "io/ioutil"; "os"; "path/filepath"; "runtime"; "strings"; "sync"; "time")

var whittleState struct { sync.Mutex; order []interface{}; seen map[string]int; total, times int }

func whittleTurn(id int, value bool) bool {
	test, state := os.Getenv("WHITTLE_TURN_TEST"), &whittleState
	if test == "" { return value }
	state.Lock()
	defer state.Unlock()
	if state.seen == nil {
		state.seen = map[string]int{}
		json.Unmarshal([]byte(os.Getenv("WHITTLE_TURN")), &state.order)
	}
	state.total++
	if state.order != nil && state.order[0].(float64) == -1 {
		key, left := fmt.Sprint(id, " ", value), 0
		for i, one := range state.order[1].([]interface{}) {
			if one == key { state.order[1].([]interface{})[i] = nil } else if one != nil { left++ }
		}
		if left == 0 { os.Exit(77) }
		return value
	}
	if state.order == nil && state.total > ${mostLogged.all} || state.order != nil && int(state.order[0].(float64)) != id { return value }
	line, path, counters := 0, "", make([]uintptr, 200)
	frames := runtime.CallersFrames(counters[:runtime.Callers(2, counters)])
	for more := true; more; {
		var frame runtime.Frame
		if frame, more = frames.Next(); filepath.Base(frame.File) == test { line, path = frame.Line, frame.File }
	}
	if state.order == nil {
		key := fmt.Sprint(id, " ", line)
		state.seen[key]++
		times := state.seen[key]
		if times >= 16 && times&(times-1) != 0 { return value }
		if out, err := os.OpenFile(os.Getenv("WHITTLE_TURN_LOG"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0600); err == nil {
			fmt.Fprintln(out, id, line, times, time.Now().UnixNano()/1000, value)
			out.Close()
		}
		return value
	}
	others := strings.Split(state.order[1].(string), "\x00")
	statement := others[0]
	if (statement == "") != (path == "") { return value }
	if path != "" {
		all, _ := ioutil.ReadFile(path)
		text := strings.TrimSpace(append(strings.Split(string(all), "\n"), make([]string, line)...)[line-1])
		at := 0
		for i := 0; i < len(statement) && at < len(text); i++ { if statement[i] == text[at] { at++ } }
		if text == "" || at < len(text) { return value }
		for _, other := range others[1:] { if text == other { return value } }
	}
	state.times++
	if time := int(state.order[2].(float64)); time != 0 && time != state.times { return value }
	return !value
}
`;
