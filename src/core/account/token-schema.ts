import * as z from 'zod/mini';
import { parseSecret, Secret } from '../service/secret.ts';

/** A token as a service sends it and as the store gives it back. One that no header could carry is none. */
export const tokenSchema = z.pipe(
  z.string().check(z.refine((text) => parseSecret(text) !== null)),
  z.transform((text: string) => new Secret(text)),
);
