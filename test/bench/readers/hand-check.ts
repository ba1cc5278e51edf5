// Checks every event of the recorded stream by hand, field by field, with no library and no new object: the measure for
// the client's own reader.

export type CheckedEvent =
  | { readonly type: 'content_block_delta'; readonly delta: { readonly text: string } }
  | {
      readonly type:
        | 'message_start'
        | 'content_block_start'
        | 'content_block_stop'
        | 'message_delta'
        | 'message_stop'
        | 'ping';
    };

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

function isDelta(value: unknown): boolean {
  if (!isFields(value)) return false;
  switch (value['type']) {
    case 'text_delta':
      return isText(value['text']);
    case 'thinking_delta':
      return isText(value['thinking']);
    case 'input_json_delta':
      return isText(value['partial_json']);
    default:
      return false;
  }
}

function isBlock(value: unknown): boolean {
  if (!isFields(value)) return false;
  switch (value['type']) {
    case 'text':
      return isText(value['text']);
    case 'thinking':
      return isText(value['thinking']);
    case 'tool_use':
      return isText(value['id']) && isText(value['name']);
    default:
      return false;
  }
}

function isMessage(value: unknown): boolean {
  if (!isFields(value) || !isFields(value['usage']) || !Array.isArray(value['content'])) return false;
  const { id, type, role, content, model, stop_reason: reason, stop_sequence: sequence, usage } = value;
  const hasShape = isText(id) && type === 'message' && role === 'assistant' && isText(model) && content.every(isBlock);
  return (
    hasShape &&
    isTextOrNull(reason) &&
    isTextOrNull(sequence) &&
    isCount(usage['input_tokens']) &&
    isCount(usage['output_tokens'])
  );
}

function isEvent(value: unknown): value is CheckedEvent {
  if (!isFields(value)) return false;
  switch (value['type']) {
    case 'content_block_delta':
      return isCount(value['index']) && isDelta(value['delta']);
    case 'message_start':
      return isMessage(value['message']);
    case 'content_block_start':
      return isCount(value['index']) && isBlock(value['content_block']);
    case 'content_block_stop':
      return isCount(value['index']);
    case 'message_delta': {
      const { delta, usage } = value;
      return (
        isFields(delta) &&
        isTextOrNull(delta['stop_reason']) &&
        isTextOrNull(delta['stop_sequence']) &&
        isFields(usage) &&
        isCount(usage['output_tokens'])
      );
    }
    case 'message_stop':
    case 'ping':
      return true;
    default:
      return false;
  }
}

/** Throws where a value is no event of the stream. */
export function checkedEvent(value: unknown): CheckedEvent {
  if (!isEvent(value)) throw new Error('An event has another shape.');
  return value;
}
