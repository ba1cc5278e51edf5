// Looks at the last character of the text so far at every delta.
import { sdkReading } from './anthropic-sdk-reading.ts';

const seen: number[] = [];
export const reader = sdkReading((text) => seen.push(text.charCodeAt(text.length - 1)));
