import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { filesNamedBy, readManifest, readManifestStrings } from '../../support/rules/manifest.ts';
import { projectFolder, readFolder } from '../../support/rules/source-files.ts';
import { namesIn } from '../../support/rules/source-names.ts';

const { text, json, manifest } = readManifest();
const { contributes } = manifest;
const strings = readManifestStrings();
const source = new Map([...readFolder('src')].filter(([file]) => /\.tsx?$/.test(file)));
const names = namesIn(source, 'tidemark.');

const commands = contributes.commands.map(({ command }) => command);
const views = Object.values(contributes.views).flat();
const placed = [...contributes.keybindings, ...Object.values(contributes.menus).flat()];
const settings = contributes.configuration.properties;

/** Members of the left that the right has not. */
function missing(left: Iterable<string>, right: Iterable<string>): string[] {
  const known = new Set(right);
  return [...new Set(left)].filter((name) => !known.has(name)).sort();
}

function assertSame(left: Iterable<string>, right: Iterable<string>): void {
  assert.deepEqual([...new Set(left)].sort(), [...new Set(right)].sort());
}

const found = (pattern: RegExp, where: string): string[] => [...where.matchAll(pattern)].map(([, name = '']) => name);

describe('the strings of the manifest', () => {
  it('are those of package.nls.json, all of them and no others', () => {
    assertSame(found(/"%([^%"]+)%"/g, text), strings.keys());
  });

  it('say something', () => {
    assert.deepEqual(
      [...strings].filter(([, string]) => string.trim() === ''),
      [],
    );
  });

  it('are all the words of the walkthrough: its pictures hold none that nobody could translate', () => {
    const pictures = contributes.walkthroughs.flatMap(({ steps }) => steps.flatMap(({ media: { svg } }) => svg ?? []));
    assert.equal(pictures.length > 0, true);
    for (const picture of pictures) {
      const drawing = readFileSync(path.join(projectFolder, picture), 'utf8');
      assert.equal(drawing.replaceAll(/<[^>]*>/g, '').trim(), '', picture);
      assert.doesNotMatch(drawing, /aria-label|<title|<desc/, picture);
    }
  });

  it('stand wherever a person reads, but for the name Tidemark', () => {
    const read = new Set([
      'title',
      'name',
      'description',
      'markdownDescription',
      'enumDescriptions',
      'contextualTitle',
      'category',
      'label',
    ]);
    const bare: string[] = [];
    const visit = (value: unknown, key: string): void => {
      if (typeof value === 'string' && read.has(key) && value !== 'Tidemark' && !/^%[^%]+%$/.test(value))
        bare.push(`${key}: ${value}`);
      if (Array.isArray(value)) for (const element of value) visit(element, key);
      else if (typeof value === 'object' && value !== null)
        for (const [inner, below] of Object.entries(value)) visit(below, inner);
    };
    visit(typeof json === 'object' && json !== null && 'contributes' in json ? json.contributes : assert.fail(), '');
    assert.deepEqual(bare, []);
  });

  it('link only to commands and settings that exist', () => {
    const all = [...strings.values()].join('\n');
    assert.deepEqual(
      missing(
        found(/\(command:([\w.]+)/g, all).filter((id) => id.startsWith('tidemark.')),
        commands,
      ),
      [],
    );
    assert.deepEqual(
      missing(
        found(/`#([\w.]+)#`/g, all).filter((id) => id.startsWith('tidemark.')),
        Object.keys(settings),
      ),
      [],
    );
  });
});

describe('the commands of the manifest', () => {
  it('are those that the source registers, each named once', () => {
    assertSame(commands, names.registeredCommands);
    assert.equal(new Set(commands).size, commands.length);
  });

  it('are all that the source runs or offers', () => {
    const focus = views.map(({ id }) => `${id}.focus`);
    assert.deepEqual(missing(names.usedCommands, [...commands, ...focus]), []);
  });

  it('are all that keys, menus and walkthroughs name', () => {
    assert.deepEqual(
      missing(
        placed.flatMap(({ command }) => command ?? []),
        commands,
      ),
      [],
    );
  });

  it('stand under the category Tidemark', () => {
    assert.deepEqual(
      contributes.commands.filter(({ category }) => category !== 'Tidemark'),
      [],
    );
  });
});

describe('the views of the manifest', () => {
  it('are those that the source provides', () => {
    assertSame(
      views.map(({ id }) => id),
      names.views,
    );
  });

  it('stand in containers that exist, and every container has one', () => {
    assertSame(
      Object.keys(contributes.views),
      Object.values(contributes.viewsContainers)
        .flat()
        .map(({ id }) => id),
    );
  });

  it('are all that conditions name, as are the context keys', () => {
    const conditions = [...placed, ...views].map(({ when }) => when ?? '').join('\n');
    assert.deepEqual(
      missing(
        found(/(?:view|focusedView|activeViewlet|activeWebviewPanelId) == (tidemark[\w.]*)/g, conditions),
        views.map(({ id }) => id),
      ),
      [],
    );
    const keys = found(/(?:^|[\s!(&|])(tidemark\.[\w.]+)/gm, conditions.replaceAll(/\w+ == \S+/g, ''));
    const done = contributes.walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ completionEvents }) => completionEvents.map((event) => event.replace(/^onContext:/, ''))),
    );
    assertSame([...keys, ...done], names.contextKeys);
  });

  it('tick a step of the walkthrough by what has come of it, not by a click that may have failed', () => {
    const events = contributes.walkthroughs.flatMap(({ steps }) =>
      steps.map(({ completionEvents }) => completionEvents),
    );
    assert.deepEqual(
      events.filter((ends) => ends.length !== 1 || ends.some((event) => !event.startsWith('onContext:tidemark.'))),
      [],
    );
  });

  it('are restored after a reload only where the source can do so', () => {
    assertSame(found(/^onWebviewPanel:(.+)$/gm, manifest.activationEvents.join('\n')), names.restoredPanels);
  });
});

describe('the settings of the manifest', () => {
  const full = (key: string): string => (key.startsWith('tidemark.') ? key : `tidemark.${key}`);

  it('are those that the source reads', () => {
    assertSame(Object.keys(settings), [...names.settingKeys].map(full));
  });

  it('have application scope where they name an address, a key policy or a profile, so that no workspace can set them', () => {
    const guarded = Object.entries(settings).filter(([key]) =>
      /url|address|host|profile|key|fallback|signIn/i.test(key),
    );
    assert.equal(guarded.length > 0, true);
    assert.deepEqual(
      guarded.filter(([, { scope }]) => scope !== 'application').map(([key]) => key),
      [],
    );
  });

  it('have a default of their own type, and a sentence for every choice', () => {
    for (const [key, { type, default: value, enum: choices, enumDescriptions }] of Object.entries(settings)) {
      const actual =
        value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
      assert.equal(
        [type].flat().some((name) => name === actual || (name === 'number' && actual === 'integer')),
        true,
        key,
      );
      if (choices === undefined) continue;
      assert.equal(choices.includes(value), true, key);
      assert.equal(enumDescriptions?.length, choices.length, key);
    }
  });
});

describe('the files and icons of the manifest', () => {
  it('exist', () => {
    const files = filesNamedBy(manifest);
    assert.equal(files.length > 0, true);
    assert.deepEqual(
      files.filter((file) => !existsSync(path.join(projectFolder, file))),
      [],
    );
  });

  it('are built from a source that exists', () => {
    const [, entry = ''] = /^\.\/dist\/(\w+)\.cjs$/.exec(manifest.main) ?? [];
    assert.equal(source.has(`src/${entry}.ts`), true, manifest.main);
  });

  it('are icons of VS Code where they are called by name, in the source too', () => {
    const known = found(
      /\.codicon-([a-z0-9-]+):before/g,
      readFileSync(path.join(projectFolder, 'node_modules/@vscode/codicons/dist/codicon.css'), 'utf8'),
    );
    const host = [...source]
      .filter(([file]) => file.startsWith('src/host/') || file === 'src/extension.ts')
      .map(([, code]) => code);
    assert.deepEqual(missing(found(/\$\(([a-z][a-z0-9-]*)(?:~spin)?\)/g, [text, ...host].join('\n')), known), []);
  });
});

describe('the sentences of the source', () => {
  it('are literals, so that a translator can see them', () => {
    assert.equal(names.sentences.length > 0, true);
    assert.deepEqual(
      names.sentences.filter((sentence) => sentence.text === null),
      [],
    );
  });

  it('have a value for every place, and a place for every value', () => {
    const uneven = names.sentences.filter((sentence) => {
      const places = new Set(found(/\{(\d+)\}/g, sentence.text ?? ''));
      return places.size !== sentence.values || [...places].some((place) => Number(place) >= sentence.values);
    });
    assert.deepEqual(uneven, []);
  });
});

describe('what the manifest asks of VS Code', () => {
  it('is no proposed API', () => {
    assert.equal(manifest.enabledApiProposals, undefined);
  });

  it('is the platform floor that its types describe', () => {
    assert.equal(manifest.engines.vscode, `^${String(manifest.devDependencies['@types/vscode'])}`);
  });

  it('is to run where the workspace is, to start by itself and to be reached by address, also in an untrusted or virtual workspace', () => {
    assert.deepEqual(manifest.extensionKind, ['workspace', 'ui']);
    assert.deepEqual(missing(['onStartupFinished', 'onUri'], manifest.activationEvents), []);
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
    assert.equal(manifest.capabilities.virtualWorkspaces, true);
  });

  it('rests on packages of one exact version each', () => {
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    assert.equal(all.length > 0, true);
    assert.deepEqual(
      all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    );
  });
});
