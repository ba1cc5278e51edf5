// An icon, a button that is only an icon, and a button in words.
import type { JSX } from 'preact';

export function Icon({ name }: { readonly name: string }): JSX.Element {
  return <i class={`codicon codicon-${name}`} aria-hidden="true" />;
}

interface IconButtonProps {
  readonly icon: string;
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly className?: string;
  readonly disabled?: boolean;
  readonly onPress: () => void;
}

export function IconButton({ icon, label, className, disabled, onPress }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button ${className ?? ''}`}
      title={label}
      aria-label={label}
      disabled={disabled ?? false}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}

interface TextButtonProps {
  readonly label: string;
  readonly primary: boolean;
  readonly onPress: () => void;
}

export function TextButton({ label, primary, onPress }: TextButtonProps): JSX.Element {
  return (
    <button type="button" class={primary ? 'text-button primary' : 'text-button'} onClick={onPress}>
      {label}
    </button>
  );
}
