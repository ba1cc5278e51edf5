// The parts of package.json that the manifest test holds against the source, and the strings that are beside it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { projectFolder } from './source-files.ts';

const versions = z._default(z.record(z.string(), z.string()), {});
const commandSchema = z.object({
  command: z.string(),
  title: z.string(),
  category: z.string(),
  icon: z.optional(z.string()),
});
const placedSchema = z.object({
  command: z.optional(z.string()),
  submenu: z.optional(z.string()),
  when: z.optional(z.string()),
});
const viewSchema = z.object({ id: z.string(), icon: z.optional(z.string()), when: z.optional(z.string()) });
const settingSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  default: z.unknown(),
  scope: z.string(),
  enum: z.optional(z.array(z.unknown())),
  enumDescriptions: z.optional(z.array(z.string())),
});
const stepSchema = z.object({
  media: z.object({ image: z.optional(z.string()), svg: z.optional(z.string()), markdown: z.optional(z.string()) }),
  completionEvents: z._default(z.array(z.string()), []),
});

const manifestSchema = z.object({
  main: z.string(),
  l10n: z.string(),
  icon: z.string(),
  engines: z.object({ vscode: z.string() }),
  extensionKind: z.array(z.string()),
  enabledApiProposals: z.optional(z.unknown()),
  activationEvents: z.array(z.string()),
  capabilities: z.object({ untrustedWorkspaces: z.object({ supported: z.unknown() }), virtualWorkspaces: z.unknown() }),
  contributes: z.object({
    commands: z.array(commandSchema),
    keybindings: z._default(z.array(placedSchema), []),
    menus: z._default(z.record(z.string(), z.array(placedSchema)), {}),
    viewsContainers: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
    views: z.record(z.string(), z.array(viewSchema)),
    configuration: z.object({ properties: z.record(z.string(), settingSchema) }),
    walkthroughs: z._default(z.array(z.object({ id: z.string(), steps: z.array(stepSchema) })), []),
  }),
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifest as text, as any JSON, and in the shape that the test reads. Throws where it has not that shape. */
export function readManifest(): { readonly text: string; readonly json: unknown; readonly manifest: Manifest } {
  const text = readFileSync(path.join(projectFolder, 'package.json'), 'utf8');
  const json: unknown = JSON.parse(text);
  return { text, json, manifest: manifestSchema.parse(json) };
}

/** The strings that stand in for `%key%`. */
export function readManifestStrings(): Map<string, string> {
  return readStrings('package.nls.json');
}

/** A file that maps keys to strings, by its path in the project. Throws where it is none. */
export function readStrings(file: string): Map<string, string> {
  const json: unknown = JSON.parse(readFileSync(path.join(projectFolder, file), 'utf8'));
  return new Map(Object.entries(z.record(z.string(), z.string()).parse(json)));
}

/** Every file that the manifest names, but for the bundle that a build writes. */
export function filesNamedBy({ icon, contributes }: Manifest): string[] {
  const { commands, views, viewsContainers, walkthroughs } = contributes;
  const icons = [...commands, ...Object.values(views).flat(), ...Object.values(viewsContainers).flat()].map(
    (owner) => owner.icon,
  );
  const media = walkthroughs.flatMap(({ steps }) =>
    steps.flatMap(({ media: { image, svg, markdown } }) => [image, svg, markdown]),
  );
  return [icon, ...icons, ...media].flatMap((file) => (file === undefined || file.startsWith('$(') ? [] : [file]));
}
