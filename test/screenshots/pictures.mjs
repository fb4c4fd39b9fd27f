// Screenshots as small files: PNG with a palette, and an animated PNG made of several.
import UPNG from 'upng-js';

/** Smaller than what the browser writes, by two thirds; nobody sees the difference in a user interface. */
export function small(png) {
  const image = UPNG.decode(png);
  return Buffer.from(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, 256));
}

/** `frames`: { png, ms } each, shown for so long; of frames that are equal only the first is kept. Plays in a loop. */
export function animation(frames) {
  const shown = [];
  for (const { png, ms } of frames) {
    if (shown.at(-1)?.png.equals(png)) shown.at(-1).ms += ms;
    else shown.push({ png, ms });
  }
  const images = shown.map(({ png }) => UPNG.decode(png));
  const { width, height } = images[0];
  const pixels = images.map((image) => UPNG.toRGBA8(image)[0]);
  const delays = shown.map(({ ms }) => Math.round(ms));
  return Buffer.from(UPNG.encode(pixels, width, height, 128, delays));
}
