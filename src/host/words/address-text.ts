import { l10n } from 'vscode';
import type { AddressRole } from '../../core/service/profile/profile.ts';

/** What an address of the service is for, as the README says it. */
export function addressName(role: AddressRole): string {
  switch (role) {
    case 'authUrl':
      return l10n.t('Sign-in page');
    case 'baseUrl':
      return l10n.t('Token exchange and plan billing');
    case 'apiUrl':
      return l10n.t('Business login, plan and messages');
    case 'altAuthUrl':
      return l10n.t('Sign-in page of the second provider');
    case 'altApiUrl':
      return l10n.t('Messages that an API key pays for');
    case 'planUrl':
      return l10n.t('Entry-plan billing');
    case 'planMessagesUrl':
      return l10n.t('Messages that the plan pays for');
  }
}
