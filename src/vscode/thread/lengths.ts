/** Limits to what is shown. */

/** Elements of longer texts are not shown, UTF-16 units: their tables would take too much of the editor's memory. */
export const longestShown = 2_000_000;
