// The fields of a profile as a form: those that are needed one after another, each with a way back, and then all of
// them in one list, to be changed, added to and connected.
import * as vscode from 'vscode';
import { addressRoles, parseProfile, type ServiceProfile } from '../../core/service/profile/profile.ts';
import { InputBox } from '../display/input-box.ts';
import { QuickPick } from '../display/quick-pick.ts';
import { addressName } from '../words/address-text.ts';
import { faultText } from '../words/profile-text.ts';

const { l10n } = vscode;

/** By the names of the README; a form takes the id of one model. */
const needed = ['authUrl', 'clientId', 'baseUrl', 'apiUrl', 'models'] as const;
const optional = ['name', 'altApiUrl', 'planMessagesUrl', 'planUrl', 'altAuthUrl', 'altAppId'] as const;
type Field = (typeof needed)[number] | (typeof optional)[number];
type Values = ReadonlyMap<Field, string>;

type Answer = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'back' } | { readonly kind: 'left' };

/** 'back' where the person wants another origin, null where they left. */
export async function fillInProfile(): Promise<ServiceProfile | 'back' | null> {
  const values = new Map<Field, string>();
  let step = 0;
  while (step >= 0) {
    const field = needed[step];
    if (field === undefined) {
      const choice = await chooseInForm(values);
      if (choice.kind === 'left') return null;
      if (choice.kind === 'profile') return choice.profile;
      if (choice.kind === 'back') step -= 1;
      else keep(values, choice.field, await askField(choice.field, values, formTitle()));
      continue;
    }
    const title = l10n.t('Connect to a Service ({0}/{1})', step + 1, needed.length);
    const answer = await askField(field, values, title);
    if (answer.kind === 'left') return null;
    keep(values, field, answer);
    step += answer.kind === 'back' ? -1 : 1;
  }
  return 'back';
}

const formTitle = (): string => l10n.t('Connect to a Service');

/** An empty field is one that says nothing. */
function keep(values: Map<Field, string>, field: Field, answer: Answer): void {
  if (answer.kind !== 'text') return;
  if (answer.text === '') values.delete(field);
  else values.set(field, answer.text);
}

type FormChoice =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'profile'; readonly profile: ServiceProfile }
  | { readonly kind: 'back' }
  | { readonly kind: 'left' };

interface FormItem extends vscode.QuickPickItem {
  readonly choice: FormChoice;
}

function chooseInForm(values: Values): Promise<FormChoice> {
  return new Promise((resolve) => {
    const pick = new QuickPick<FormItem>({ title: formTitle(), ignoreFocusOut: true });
    const end = (choice: FormChoice): void => {
      resolve(choice);
      pick.dispose();
    };
    pick.showBack();
    pick.showPlaceholder(l10n.t('Choose a field to change it, or connect.'));
    pick.matchDescriptions();
    pick.showItems(formItems(values));
    pick.onDidTriggerButton(() => end({ kind: 'back' }));
    pick.onDidAccept(() => {
      if (pick.selected !== undefined) end(pick.selected.choice);
    });
    pick.onDidHide(() => end({ kind: 'left' }));
    pick.show();
  });
}

function formItems(values: Values): readonly FormItem[] {
  const profile = profileOf(values);
  const connect: FormItem[] =
    profile === null
      ? []
      : [
          {
            label: l10n.t('Connect'),
            description: profile.name,
            iconPath: new vscode.ThemeIcon('plug'),
            choice: { kind: 'profile', profile },
          },
        ];
  const items = [...needed, ...optional].map((field): FormItem => {
    const value = values.get(field);
    return {
      label: fieldName(field),
      description: field,
      detail: value ?? l10n.t('Not set'),
      iconPath: new vscode.ThemeIcon(value === undefined ? 'circle-outline' : 'check'),
      choice: { kind: 'field', field },
    };
  });
  return [...connect, ...items];
}

function askField(field: Field, values: Values, title: string): Promise<Answer> {
  return new Promise((resolve) => {
    const isOptional = optional.some((name) => name === field);
    const input = new InputBox({
      title,
      prompt: l10n.t('{0} ({1})', fieldName(field), field),
      value: values.get(field) ?? '',
      placeholder: isOptional ? l10n.t('Leave empty if there is none') : exampleOf(field),
    });
    const end = (answer: Answer): void => {
      resolve(answer);
      input.dispose();
    };
    const look = (): string | undefined => problemOf(field, input.value.trim(), isOptional);
    input.onDidPressBack(() => end({ kind: 'back' }));
    input.onDidHide(() => end({ kind: 'left' }));
    input.onDidChangeValue(() => input.showProblem(input.value.trim() === '' ? undefined : look()));
    input.onDidAccept(() => {
      const problem = look();
      if (problem === undefined) end({ kind: 'text', text: input.value.trim() });
      else input.showProblem(problem);
    });
    input.show();
  });
}

function fieldName(field: Field): string {
  switch (field) {
    case 'clientId':
      return l10n.t('Application id');
    case 'altAppId':
      return l10n.t('Application id at the second provider');
    case 'models':
      return l10n.t('Id of the model that answers');
    case 'name':
      return l10n.t('Name');
    default:
      return addressName(field);
  }
}

function exampleOf(field: Field): string {
  return isAddress(field) ? 'https://…' : '';
}

function isAddress(field: Field): boolean {
  return addressRoles.some((role) => role === field);
}

/** The profile's own schema judges each answer, so that the words are the same wherever a profile comes from. */
function problemOf(field: Field, value: string, isOptional: boolean): string | undefined {
  if (value === '') return isOptional ? undefined : l10n.t('This is needed.');
  const parsed = parseProfile({ [field]: field === 'models' ? [{ id: value }] : value });
  if (parsed.kind === 'profile') return undefined;
  const problem = parsed.problems.find(({ where }) => where === field || where.startsWith(`${field}.`));
  return problem === undefined ? undefined : faultText(problem.fault);
}

/** Null where something is missing. A service without a name is called by its host. */
function profileOf(values: Values): ServiceProfile | null {
  const { models, ...fields } = Object.fromEntries(values);
  const host = URL.canParse(fields['apiUrl'] ?? '') ? new URL(fields['apiUrl'] ?? '').host : undefined;
  const parsed = parseProfile({ name: host, ...fields, models: [{ id: models }] });
  return parsed.kind === 'profile' ? parsed.profile : null;
}
