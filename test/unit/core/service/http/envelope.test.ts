import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import {
  dataOf,
  type Envelope,
  isMappedRefusal,
  parseEnvelope,
} from '../../../../../src/core/service/http/envelope.ts';
import { failureOf } from '../../../../../src/core/service/failure/errors.ts';
import type { JsonAnswer } from '../../../../../src/core/service/http/http.ts';

const data = { answer: 42 };

function thrownBy(action: () => unknown): unknown {
  try {
    return { returned: action() };
  } catch (error) {
    return failureOf(error) ?? error;
  }
}

describe('an envelope [2.1 code, msg, data, success]', () => {
  const accepted: Envelope = { kind: 'accepted', data };
  const cases: readonly (readonly [body: unknown, envelope: Envelope, sentence: string])[] = [
    [{ code: 0, msg: '', data, success: true }, accepted, 'is accepted with code 0'],
    [{ code: 200, data }, accepted, 'is accepted with code 200 alone'],
    [{ code: '200', data }, accepted, 'is accepted with the code as text'],
    [{ code: 500, success: true, data }, accepted, 'is accepted where success says so, whatever the code'],
    [{ success: true, data }, accepted, 'is accepted on success alone'],
    [
      { code: 0, success: false, msg: 'no' },
      { kind: 'refused', code: 0, message: 'no' },
      'is refused where success says so, whatever the code',
    ],
    [
      { code: 500, success: false, msg: 'no plan' },
      { kind: 'refused', code: 500, message: 'no plan' },
      'is refused with code and message',
    ],
    [{ code: 2007 }, { kind: 'refused', code: 2007, message: null }, 'is refused by another code alone'],
    [{ success: false }, { kind: 'refused', code: null, message: null }, 'is refused without a code'],
    [
      { code: '1x', success: false, msg: 5 },
      { kind: 'refused', code: null, message: null },
      'survives a code and a message of another type',
    ],
    [{ code: 0, success: 'true', data }, accepted, 'lets the code decide where success is no boolean'],
    [data, { kind: 'bare', data }, 'is bare where neither code nor success is there'],
    [[1, 2], { kind: 'bare', data: [1, 2] }, 'is bare where the body is a list'],
    [null, { kind: 'bare', data: null }, 'is bare where the body is null'],
    [undefined, { kind: 'bare', data: undefined }, 'is bare where there is no body'],
  ];
  for (const [body, envelope, sentence] of cases) {
    it(sentence, () => assert.deepEqual(parseEnvelope(body), envelope));
  }
});

describe('the data of an answer', () => {
  const schema = z.object({ answer: z.number() });
  const answer = (body: unknown, failure: JsonAnswer['failure'] = null, status = 200): JsonAnswer => ({
    status,
    body,
    failure,
  });

  it('are those of an accepted envelope, or of a bare body', () => {
    assert.deepEqual(dataOf(answer({ code: 0, data }), schema), data);
    assert.deepEqual(dataOf(answer(data), schema), data);
  });

  it('are none where the answer itself failed', () => {
    assert.deepEqual(
      thrownBy(() => dataOf(answer({ code: 0, data }, { kind: 'forbidden' }, 403), schema)),
      { kind: 'forbidden' },
    );
  });

  it('are none where the envelope says no under HTTP 200', () => {
    const refused = (body: unknown): unknown => thrownBy(() => dataOf(answer(body), schema));
    assert.deepEqual(refused({ code: 1001, success: false, data }), {
      kind: 'requestRefused',
      status: 200,
      code: '1001',
    });
    assert.deepEqual(refused({ success: false, data }), { kind: 'requestRefused', status: 200, code: null });
  });

  it('are none where they have another shape', () => {
    assert.deepEqual(
      thrownBy(() => dataOf(answer({ code: 0, data: { answer: 'x' } }), schema)),
      { kind: 'unexpectedAnswer', what: 'schema' },
    );
    assert.deepEqual(
      thrownBy(() => dataOf(answer({ code: 0 }), schema)),
      { kind: 'unexpectedAnswer', what: 'schema' },
    );
  });
});

describe('a mapped refusal', () => {
  it('is found by its code or by its whole message', () => {
    const refusal = { kind: 'refused', code: 3001, message: 'Provider is not active' } as const;
    assert.equal(isMappedRefusal(['3001'], refusal), true);
    assert.equal(isMappedRefusal(['9', 'Provider is not active'], refusal), true);
    assert.equal(isMappedRefusal(['300', 'not active', 'provider is not active'], refusal), false);
    assert.equal(isMappedRefusal([], refusal), false);
  });

  it('is not found in a code or message that is absent', () => {
    assert.equal(isMappedRefusal(['null', ''], { kind: 'refused', code: null, message: null }), false);
  });
});
