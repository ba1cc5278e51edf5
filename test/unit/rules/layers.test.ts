// The arrows are drawn in src/README.md; there is no list of exceptions.
import assert from 'node:assert/strict';
import { brokenArrows } from '../../support/rules/import-arrows.ts';
import { readFolder } from '../../support/rules/source-files.ts';

describe('the layers of src', () => {
  it('import one another only along the arrows, in no circle, in files and folders that can be read at once', () => {
    const files = new Map([...readFolder('src')].filter(([file]) => /\.(?:tsx?|css)$/.test(file)));
    assert.equal(files.size > 0, true);
    assert.deepEqual(brokenArrows(files), []);
  });
});
