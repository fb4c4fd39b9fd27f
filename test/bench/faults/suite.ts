/** What users, disks and the system do to runs. A section more is a file more and a line in this list. */
import type { Suite } from '../support/suite';
import { killedAtCalls } from './calls';
import { coins } from './coins';
import { edits, slowEdits } from './edits';
import { folderKills } from './folderKills';
import { half } from './half';
import { harm } from './harm';
import { kills } from './kills';
import { others } from './others';
import { wrongBug } from './wrongBug';
import { wrongYes } from './wrongYes';

export const faults: Suite = {
  name: 'faults',
  description: 'What users, disks, kills and unreliable oracles do to runs: nothing is lost.',
  open: () => [
    edits,
    slowEdits,
    kills,
    killedAtCalls,
    folderKills,
    harm,
    wrongBug,
    others,
    coins,
    half,
    { name: 'wrong-yes', title: 'Oracles that say yes wrongly', run: wrongYes },
  ],
};
