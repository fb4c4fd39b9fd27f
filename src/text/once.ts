/** Makes something of each object once; it is forgotten with the object. */
export function onceFor<C extends object, T>(make: (of: C) => T): (of: C) => T {
  const made = new WeakMap<C, T>();
  return (of) => {
    let value = made.get(of);
    if (value === undefined) made.set(of, (value = make(of)));
    return value;
  };
}
