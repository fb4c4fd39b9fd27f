/** "Hello {{name}}" with values; {{price|money}} by a filter. */
const filters = {
  upper: (value) => String(value).toUpperCase(),
  money: (value) => `${(value / 100).toFixed(2)} EUR`,
  list: (values) => (values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} and ${values.at(-1)}`),
};

function fill(template, values) {
  return template.replace(/\{\{\s*([\w.]+)((?:\s*\|\s*\w+)*)\s*\}\}/g, (_, path, chain) => {
    const value = path.split('.').reduce((at, key) => at?.[key], values);
    if (value === undefined) throw new Error(`no value for ${path}`);
    const names = chain.split('|').map((name) => name.trim());
    return names.filter(Boolean).reduce((text, name) => filters[name](text), value);
  });
}

module.exports = { fill };
