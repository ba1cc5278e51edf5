// Knows how an attachment is written into a file, and reads it back; not in which file it stands.
import * as z from 'zod/mini';
import { idSchema, nameSchema } from '../service/stored-fields.ts';
import { largestAttachment } from './attachment.ts';
import { imageTypes } from './attachments/image-size.ts';
import { isThumbnail, largestImage, readImage } from './image.ts';

const textSchema = z.object({
  id: nameSchema,
  kind: z.enum(['selection', 'file', 'listing', 'openEditors', 'problems', 'instructions']),
  label: nameSchema,
  text: z.string().check(z.maxLength(largestAttachment)),
  language: nameSchema,
  isCut: z.boolean(),
});

const imageSchema = z.object({
  id: nameSchema,
  kind: z.literal('image'),
  label: nameSchema,
  mediaType: z.enum(imageTypes),
  size: z.int().check(z.minimum(0), z.maximum(largestImage)),
  fileId: idSchema,
  // A prompt is worth more than its picture: one that must not be drawn is left away.
  thumbnail: z.catch(z.string().check(z.refine(isThumbnail)), ''),
});

/** As a conversation remembers it: an image lies in a file of its own. */
export const attachmentSchema = z.discriminatedUnion('kind', [textSchema, imageSchema]);

/** As it lies ready, with everything in it. */
export const readyAttachmentSchema = z.discriminatedUnion('kind', [textSchema, z.extend(imageSchema, { data: z.string().check(z.refine((data) => typeof readImage(data) !== 'string')) })]);
