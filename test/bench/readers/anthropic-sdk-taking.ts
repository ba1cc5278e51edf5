// Takes the text so far at every delta, and how long it is.
import { sdkReading } from './anthropic-sdk-reading.ts';

const lengths: number[] = [];
export const reader = sdkReading((text) => lengths.push(text.length));
