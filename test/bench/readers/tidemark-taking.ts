// Takes the text so far at every delta, and how long it is.
import { tidemarkReading } from './tidemark-reading.ts';

const lengths: number[] = [];
export const reader = tidemarkReading((text) => lengths.push(text.length));
