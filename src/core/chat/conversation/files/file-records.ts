// What a conversation's file holds of the files that were changed in it: what each held before and after, by the hash
// of its bytes. The bytes lie beside it, as copies.
import * as z from 'zod/mini';
import { countSchema, goodOnes, idSchema, nameSchema } from '../../../service/stored-fields.ts';

/** SHA-256, in lower-case hexadecimal digits. It becomes a part of a file's name. */
const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const stateSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('absent') }),
  /** `size` in bytes. */
  z.object({ kind: z.literal('bytes'), hash: hashSchema, size: countSchema }),
  /** It could not be read, or is larger than what is kept. */
  z.object({ kind: z.literal('unknown') }),
]);
/** What lies at the place of a file. */
export type FileState = z.infer<typeof stateSchema>;

/** As a file was found: a place that leads elsewhere by now is another one. */
const addressSchema = z.object({
  /** Of its address: `file` where it lies on this machine. */
  scheme: z.string().check(z.maxLength(64)),
  /** As it was named, from the root. */
  path: nameSchema,
  /** As the file system calls it, with every link followed. */
  realPath: nameSchema,
});
export type FileAddress = z.infer<typeof addressSchema>;

const fileSchema = z.extend(addressSchema, { state: stateSchema });
export type FileAsFound = z.infer<typeof fileSchema>;

/** `id` is the answer's whose agent changes them; null where a person restores them. */
export const fileKinds = [
  /** Written before anything is changed. */
  z.object({ kind: z.literal('fileChangeBegan'), id: z.nullable(idSchema), files: goodOnes(fileSchema) }),
  z.object({ kind: z.literal('fileChangeEnded'), id: z.nullable(idSchema), files: goodOnes(fileSchema) }),
  /** A person wants these to stay as they are. */
  z.object({ kind: z.literal('fileChangesKept'), files: goodOnes(fileSchema) }),
] as const;

export type FileRecord = z.infer<(typeof fileKinds)[number]>;

/** The same for every name of one file. */
export function fileKey({ scheme, realPath }: FileAddress): string {
  return `${scheme}:${realPath}`;
}

export function isSameState(one: FileState, other: FileState): boolean {
  if (one.kind === 'bytes') return other.kind === 'bytes' && one.hash === other.hash;
  // What is not known is like nothing else.
  return one.kind === 'absent' && other.kind === 'absent';
}
