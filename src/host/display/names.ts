/** What a name of others is inside a sentence of ours, so that the sentence stays whole however long the name is. */
export { inertName } from '../../core/display/inert-text.ts';
