/** Where candidates go, in names that users choose: command line, settings and task type take names and descriptions from here. */
import { copy } from './copy';
import { inPlace } from './inPlace/inPlace';
import { overlay } from './overlay';
import type { Placement } from './place';

export const placements: readonly Placement[] = [copy, overlay, inPlace];
export const defaultPlacement = copy;
