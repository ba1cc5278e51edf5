// Knows how an attachment is written into a file, and reads it back; not in which file it stands.
import * as z from 'zod/mini';
import { imageTypes, largestImage, largestThumbnail } from './image.ts';

/** It is part of a file's name, and an imported conversation could hold anything. */
export const fileIdSchema = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/));

const textSchema = z.object({
  id: z.string(),
  kind: z.enum(['selection', 'file', 'listing', 'openEditors', 'problems', 'instructions']),
  label: z.string(),
  text: z.string(),
  language: z.string(),
  isCut: z.boolean(),
});

const imageSchema = z.object({
  id: z.string(),
  kind: z.literal('image'),
  label: z.string(),
  mediaType: z.enum(imageTypes),
  size: z.int().check(z.minimum(0), z.maximum(largestImage)),
  fileId: fileIdSchema,
  thumbnail: z.string().check(z.maxLength(largestThumbnail)),
});

/** As a conversation remembers it: an image lies in a file of its own. */
export const attachmentSchema = z.discriminatedUnion('kind', [textSchema, imageSchema]);

/** As it lies ready, with everything in it. */
export const readyAttachmentSchema = z.discriminatedUnion('kind', [textSchema, z.extend(imageSchema, { data: z.string() })]);
