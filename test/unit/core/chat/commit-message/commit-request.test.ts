import assert from 'node:assert/strict';
import { commitRequest } from '../../../../../src/core/chat/commit-message/commit-request.ts';

describe('the request for a commit message', () => {
  const files = [{ path: 'a.ts', diff: '+1\n' }];

  it('holds the changes, how messages are written here, and what the person has noted', () => {
    const request = commitRequest('m', { files, subjects: ['Fix it', 'x'.repeat(500)], hint: 'about time' }, 100);
    assert.deepEqual(
      [request.model, request.messages],
      [
        'm',
        [
          {
            role: 'user',
            content: [
              {
                kind: 'text',
                text: `Earlier messages:\nFix it\n${'x'.repeat(200)}\n\nWhat the author has noted about it:\nabout time\n\nThe changes:\na.ts\n+1\n`,
              },
            ],
          },
        ],
      ],
    );
    assert.match(request.system?.join('') ?? '', /in their language/);
  });

  it('says nothing of what is not there', () => {
    const { messages } = commitRequest('m', { files, subjects: [], hint: ' ' }, 100);
    assert.deepEqual(messages[0]?.content, [{ kind: 'text', text: 'The changes:\na.ts\n+1\n' }]);
  });
});
