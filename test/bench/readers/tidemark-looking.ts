// Looks at the last character of the text so far at every delta. The engine then joins all of the text each time: no
// reader that hands out a string can spare it that.
import { tidemarkReading } from './tidemark-reading.ts';

const seen: number[] = [];
export const reader = tidemarkReading((text) => seen.push(text.charCodeAt(text.length - 1)));
