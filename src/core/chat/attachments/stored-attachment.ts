import * as z from 'zod/mini';
import { idSchema, nameSchema } from '../../service/stored-fields.ts';
import { textAttachmentKinds } from './attachment-kinds.ts';
import { largestAttachment } from './attachment.ts';
import { imageTypes } from './image-size.ts';
import { isThumbnail, largestImage, readImage } from './image.ts';

const textSchema = z.object({
  id: nameSchema,
  kind: z.enum(textAttachmentKinds),
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

/** As it is stored while pending, with everything in it. */
export const pendingAttachmentSchema = z.discriminatedUnion('kind', [
  textSchema,
  z.extend(imageSchema, { data: z.string().check(z.refine((data) => typeof readImage(data) !== 'string')) }),
]);
