/** package.json as VS Code shows it in English: the keys are replaced by the texts of package.nls.json. */
import written from '../../package.json';
import texts from '../../package.nls.json';

function withTexts<T>(value: T, all: Readonly<Record<string, string>>): T {
  const text = JSON.stringify(value).replace(/"%([^%"]+)%"/g, (key, name: string) =>
    name in all ? JSON.stringify(all[name]) : key,
  );
  return JSON.parse(text) as T;
}

export const manifest = withTexts(written, texts);
