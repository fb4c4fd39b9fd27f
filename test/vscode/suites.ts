/** Every suite of the extension host; loaded when mocha's `describe` is there. */
import './reduceFile.test';
import './tasks.test';
import './selection.test';
import './trouble.test';
import './isolate.test';
