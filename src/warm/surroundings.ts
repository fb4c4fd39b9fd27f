/** What a test finds around it in a process: globals, core modules, variables, listeners, timers. They can be set back. */
import { createHook } from 'node:async_hooks';
import { createRequire } from 'node:module';

/** Returns what sets everything back; false if something cannot be, or runs on. */
export function surroundings(): () => boolean {
  loadLate();
  const stopTimers = collectTimers();
  const objects = [...everything()].map((object) => ({ object, before: propertiesOf(object) }));
  const variables = { ...process.env };
  const directory = process.cwd();
  const setListenersBack = listeners();
  const handles = new Set(activeHandles());
  return () => {
    const areBack = objects.map(({ object, before }) => setBack(object, before)).every(Boolean);
    stopTimers();
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
    process.chdir(directory);
    process.exitCode = undefined;
    setListenersBack();
    // Sockets, servers, watchers, child processes.
    return areBack && activeHandles().every((one) => handles.has(one));
  };
}

/** Some globals are loaded when they are first read, and then leave properties that cannot be deleted. */
function loadLate(): void {
  for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    if (get && !name.endsWith('Storage')) get.call(globalThis);
  }
}

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** Core modules that tests change. */
const core =
  `assert buffer child_process crypto dns events fs fs/promises http https module net os path process querystring
  readline stream timers timers/promises url util zlib`.split(/\s+/);

/** Objects that every code can reach; not what is in modules. */
function everything(): Set<object> {
  const found = new Set<object>([globalThis, console, process.stdout, process.stderr]);
  const add = (value: unknown) => {
    if ((typeof value === 'object' || typeof value === 'function') && value !== null) found.add(value);
    if (typeof value === 'function') add(value.prototype);
  };
  for (const [name, { value }] of propertiesOf(globalThis)) if (/^[A-Z]/.test(String(name))) add(value);
  const load = createRequire(__filename);
  for (const name of core) {
    const module = load(name) as object;
    add(module);
    for (const { value } of propertiesOf(module).values()) if (typeof value === 'function') add(value);
  }
  const { _extensions } = load('module') as { _extensions: object };
  return found.add(_extensions);
}

/** They differ without having been changed. */
const volatile = new Set<PropertyKey>(['_events', '_eventsCount', 'exitCode', '_exiting', 'env']);

function propertiesOf(object: object): Properties {
  const keys = Reflect.ownKeys(object).filter((key) => !volatile.has(key));
  return new Map(keys.map((key) => [key, Reflect.getOwnPropertyDescriptor(object, key)!]));
}

function setBack(object: object, before: Properties): boolean {
  const now = propertiesOf(object);
  const isSame = (one: PropertyDescriptor | undefined, other: PropertyDescriptor) =>
    one && Object.is(one.value, other.value) && one.get === other.get && one.set === other.set;
  const changed = [...before].filter(([key, then]) => !isSame(now.get(key), then));
  const added = [...now.keys()].filter((key) => !before.has(key));
  // A symbol that cannot be deleted is that of a library, such as signal-exit's, which jest loads as it runs.
  const done = [
    ...changed.map(([key, then]) => Reflect.defineProperty(object, key, then)),
    ...added.map((key) => Reflect.deleteProperty(object, key) || typeof key === 'symbol'),
  ];
  return done.every(Boolean);
}

/** Returns what sets the listeners of the process back. */
export function listeners(): () => boolean {
  type Listener = (...args: unknown[]) => void;
  const before = new Map(process.eventNames().map((event) => [event, process.rawListeners(event)]));
  return () => {
    for (const event of new Set([...process.eventNames(), ...before.keys()])) {
      const [then, now]: unknown[][] = [before.get(event) ?? [], process.rawListeners(event)];
      for (const one of now) if (!then.includes(one)) process.removeListener(event, one as Listener);
      for (const one of then) if (!now.includes(one)) process.on(event, one as Listener);
    }
    return true;
  };
}

function activeHandles(): unknown[] {
  return (process as unknown as { _getActiveHandles?: () => unknown[] })._getActiveHandles?.() ?? [];
}

/** Notes the timers that are made from now on. Returns what stops them. */
function collectTimers(): () => void {
  const made = new Set<object>();
  const init = (_id: number, type: string, _trigger: number, resource: object) => {
    if (type === 'Timeout' || type === 'Immediate') made.add(resource);
  };
  createHook({ init }).enable();
  return () => {
    for (const timer of made) {
      clearTimeout(timer as NodeJS.Timeout);
      clearImmediate(timer as NodeJS.Immediate);
    }
    made.clear();
  };
}
