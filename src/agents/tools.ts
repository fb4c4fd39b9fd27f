/** All that the editor needs for a call: bundled by itself, as the library for schemas is large and most windows need none. */
export { argumentsOf, asArguments } from './arguments';
export { isolatedAnswer, isolateTool } from './isolateTool';
export { pathInside, placesOf } from './places';
export { reducedAnswer, reduceTool } from './reduceTool';
