// Knows that the import lines of src follow the arrows of the design; there is no list of exceptions.
import assert from 'node:assert/strict';
import { brokenArrows } from '../support/import-arrows.ts';
import { readFolder } from '../support/source-files.ts';

describe('the layers of src', () => {
  it('import one another only along the arrows, in no circle, in files that can be read at once', () => {
    const files = new Map([...readFolder('src')].filter(([file]) => /\.(?:tsx?|css)$/.test(file)));
    assert.equal(files.size > 0, true);
    assert.deepEqual(brokenArrows(files), []);
  });
});
