// Knows which service Tidemark is connected to at this moment and tells when that changes; not how one is chosen (see
// connect.ts) nor anything that is asked of it.
import * as vscode from 'vscode';
import type { Log, SecretStore } from '../core/ports.ts';
import { systemClock } from '../core/ports.ts';
import type { Connection } from '../core/service/connection.ts';
import { createHttp } from '../core/service/http.ts';
import type { ClientIdentity } from '../core/service/identity.ts';
import { parseProfile, type ServiceProfile } from '../core/service/profile.ts';
import { readPlatform } from '../node/platform.ts';
import { type DemoProcess, startDemo } from './demo-service.ts';
import { readProfileSetting, writeProfileSetting } from './settings.ts';

/** Remembers, across windows and restarts, that the demo was chosen. */
const demoChosenKey = 'tidemark.demo.chosen';

export class ServiceSource implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #store: SecretStore;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  readonly #http = createHttp((url, init) => fetch(url, init), systemClock);
  readonly #identity: ClientIdentity;
  #demo: DemoProcess | null = null;
  #profile: ServiceProfile | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, store: SecretStore, log: Log) {
    this.#context = context;
    this.#store = store;
    this.#log = log;
    this.#identity = identityOf(context);
    this.#watcher = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('tidemark.service.profile')) void this.#resolve();
    });
  }

  /** Reads what was chosen before; call once. Never rejects: what cannot be had leaves nothing connected. */
  async start(): Promise<void> {
    await this.#resolve();
  }

  get profile(): ServiceProfile | null {
    return this.#profile;
  }

  get isDemo(): boolean {
    return this.#demo !== null && this.#profile === this.#demo.profile;
  }

  /** What core needs to reach the service; null while none is connected. */
  get connection(): Connection | null {
    return this.#profile === null
      ? null
      : { profile: this.#profile, identity: this.#identity, http: this.#http, clock: systemClock };
  }

  async useProfile(profile: ServiceProfile): Promise<void> {
    await this.#context.globalState.update(demoChosenKey, undefined);
    await writeProfileSetting(profile);
    await this.#resolve();
  }

  /** Rejects where the demo cannot start. */
  async useDemo(): Promise<void> {
    this.#demo ??= await startDemo(this.#store);
    await this.#context.globalState.update(demoChosenKey, true);
    await writeProfileSetting(undefined);
    await this.#resolve();
  }

  async #resolve(): Promise<void> {
    const before = this.#profile;
    this.#profile = this.#fromSetting() ?? (await this.#fromDemo());
    if (this.#profile !== before) this.#changed.fire();
  }

  #fromSetting(): ServiceProfile | null {
    const written = readProfileSetting();
    if (written === null || written === undefined) return null;
    const parsed = parseProfile(written);
    if (parsed.kind === 'profile') return parsed.profile;
    const problems = parsed.problems.map(({ where, what }) => `${where} ${what}`).join('; ');
    this.#log.warn(`The service profile in the settings cannot be used: ${problems}`);
    void tellBrokenProfile(problems);
    return null;
  }

  async #fromDemo(): Promise<ServiceProfile | null> {
    if (this.#context.globalState.get(demoChosenKey) !== true) return null;
    try {
      this.#demo ??= await startDemo(this.#store);
      return this.#demo.profile;
    } catch (error) {
      this.#log.warn(`The demo service did not start: ${String(error)}`);
      return null;
    }
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
    this.#demo?.dispose();
  }
}

function identityOf(context: vscode.ExtensionContext): ClientIdentity {
  const manifest: unknown = context.extension.packageJSON;
  const version = typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : null;
  return {
    version: typeof version === 'string' ? version : null,
    ...readPlatform(),
    releaseChannel: context.extensionMode === vscode.ExtensionMode.Production ? 'production' : 'development',
    locale: vscode.env.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

async function tellBrokenProfile(problems: string): Promise<void> {
  const connect = vscode.l10n.t('Connect to a Service…');
  const text = vscode.l10n.t('The service profile in your settings cannot be used: {0}. Nothing is connected.', problems);
  if ((await vscode.window.showErrorMessage(text, connect)) === connect) {
    await vscode.commands.executeCommand('tidemark.connect');
  }
}
