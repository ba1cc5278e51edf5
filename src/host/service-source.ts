// Knows which service Tidemark is connected to at this moment and tells when that changes; not how one is chosen (see
// connect.ts) nor anything that is asked of it.
import * as vscode from 'vscode';
import type { Log, SecretStore } from '../core/ports.ts';
import type { Connection } from '../core/service/connection.ts';
import { CurrentConnection } from '../core/service/current-connection.ts';
import type { ServiceProfile } from '../core/service/profile.ts';
import type { DemoProcess } from './demo-service.ts';
import { profileSettingKey, readProfileSetting, writeProfileSetting } from './profile-setting.ts';

/** Remembers, across windows and restarts, that the demo was chosen. */
const demoChosenKey = 'tidemark.demo.chosen';

export class ServiceSource implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #store: SecretStore;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watcher: vscode.Disposable;
  #demo: DemoProcess | null = null;
  readonly #current = new CurrentConnection();
  #resolving: Promise<void> = Promise.resolve();
  #isResolved = false;

  readonly onDidChange = this.#changed.event;

  constructor(context: vscode.ExtensionContext, store: SecretStore, log: Log) {
    this.#context = context;
    this.#store = store;
    this.#log = log;
    this.#watcher = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(profileSettingKey)) void this.#resolve();
    });
  }

  /** Reads what was chosen before; call once. Never rejects: what cannot be had leaves nothing connected. */
  async start(): Promise<void> {
    await this.#resolve();
  }

  get profile(): ServiceProfile | null {
    return this.connection?.profile ?? null;
  }

  /** What core needs to reach the service; null while none is connected. */
  get connection(): Connection | null {
    return this.#current.connection;
  }

  async useProfile(profile: ServiceProfile): Promise<void> {
    await this.#context.globalState.update(demoChosenKey, undefined);
    await writeProfileSetting(profile);
    await this.#resolve();
  }

  /** Rejects where the demo cannot start. */
  async useDemo(): Promise<void> {
    await this.#startedDemo();
    await this.#context.globalState.update(demoChosenKey, true);
    await writeProfileSetting(undefined);
    await this.#resolve();
  }

  /** One after the other, so that what was chosen last is what is connected in the end. */
  #resolve(): Promise<void> {
    const resolve = (): Promise<void> => this.#resolveNow();
    this.#resolving = this.#resolving.then(resolve, resolve);
    return this.#resolving;
  }

  async #resolveNow(): Promise<void> {
    const written = readProfileSetting();
    const demoChosen = this.#context.globalState.get(demoChosenKey) === true;
    if (written === null && !demoChosen) {
      this.#tell(this.#current.disconnect());
      return;
    }
    const { openConnection, readProfile } = await import('./service-connection.ts');
    const profile = written === null ? await this.#demoProfile() : readProfile(written, this.#log);
    if (profile === null) this.#tell(this.#current.disconnect());
    else this.#tell(this.#current.connect(profile, (ending) => openConnection(profile, this.#context, ending)));
  }

  /** @param isNews whether anything is other than before; that nothing is connected is news once, at the start. */
  #tell(isNews: boolean): void {
    if (!isNews && this.#isResolved) return;
    this.#isResolved = true;
    void vscode.commands.executeCommand('setContext', 'tidemark.connected', this.connection !== null);
    this.#changed.fire();
  }

  async #startedDemo(): Promise<DemoProcess> {
    if (this.#demo === null) {
      const { startDemo } = await import('./demo-service.ts');
      this.#demo = await startDemo(this.#store, this.#context.workspaceState);
    }
    return this.#demo;
  }

  async #demoProfile(): Promise<ServiceProfile | null> {
    try {
      return (await this.#startedDemo()).profile;
    } catch (error) {
      this.#log.warn(`The demo service did not start: ${String(error)}`);
      return null;
    }
  }

  dispose(): void {
    this.#watcher.dispose();
    this.#changed.dispose();
    void this.#demo?.close();
  }
}
