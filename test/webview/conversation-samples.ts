// Conversations for the page's tests and screenshots: a rich answer, a refused plan, a failure.
import type { AnswerTurn, HostMessage, Availability, Turn } from '../../src/protocol/chat.ts';
import { blocksOf, textAdded, thinkingAdded } from '../support/samples/answer-blocks.ts';

export const ready: Availability = {
  headline: 'Ask Tidemark',
  text: 'Ask about your code, or anything else. Answers come from your plan and stream in as they are written.',
  buttons: [],
  banner: null,
  canAsk: true,
};

export const signedOut: Availability = {
  headline: 'Chat with your coding plan',
  text: 'Sign in to use your subscription, or look around first with the built-in demo service.',
  buttons: [
    { action: 'signIn', label: 'Sign In', primary: true },
    { action: 'useDemo', label: 'Try the Demo', primary: false },
    { action: 'setApiKey', label: 'Set API Key…', primary: false },
  ],
  banner: null,
  canAsk: false,
};

/** Eleven formulas, six of them on lines of their own. */
export const formulasAnswer = String.raw`The roots of $ax^2 + bx + c = 0$ are

$$
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

where \(a \neq 0\). It costs $5, not $6, and $\mathbb{E}[X] = \sum_{i=1}^{n} p_i x_i$ stands in a line.

\[
\begin{aligned}
\nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} \\
\nabla \times \mathbf{B} &= \mu_0 \mathbf{J}
\end{aligned}
\]

- a matrix $$\left(\begin{array}{c|c} a & b\\ \hline c & d\end{array}\right)$$
- cases \[|x| = \begin{cases} x & \text{if } x \ge 0\\ -x & \text{otherwise}\end{cases}\]
- **signs** $\hat{y}, \vec{v}, \overline{ab}, \cancel{x}, f'(x), \boxed{E=mc^2}$

$$\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi} \tag{1}$$

| a | b |
| - | - |
| $x_1$ | **b** |

$$
a
- b
= \operatorname{softmax}(z)_i
$$
`;

export const richAnswer = `The parser reads **one line at a time** and hands finished events to the reducer, so a *partial* event never leaks into state. Two functions matter: \`readEvents()\` and \`applyEvent()\`.

## How it fits together

1. \`fetch\` gives a body that is read in chunks.
2. Each chunk is decoded and split at line breaks.
   - A blank line ends an event.
   - A line that begins with a colon is a comment.
3. The reducer sees whole events only.

\`\`\`ts
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of body) {
    // A chunk may end in the middle of a character.
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parseLine(line, 42, true);
  }
}
\`\`\`

| Limit | Default | What happens then |
| :--- | ---: | :---: |
| Line | 1 MB | the stream fails |
| Event | 16 MB | the stream fails |
| Silence | 60 s | one retry |

> A stalled connection is not an error until the deadline has passed.

### What is left to do

- [x] Bound the buffer
- [ ] Honour \`Retry-After\`

See the [specification](https://html.spec.whatwg.org/multipage/server-sent-events.html "Server-sent events") for ~~everything~~ the rest.`;

export function prompt(id: string, text: string): Turn {
  return { kind: 'prompt', id, text };
}

export function answer(
  id: string,
  text: string,
  { thinking = '', ...changes }: Partial<AnswerTurn> & { readonly thinking?: string } = {},
): AnswerTurn {
  return {
    kind: 'answer',
    id,
    blocks: blocksOf(text, thinking),
    source: { payer: 'plan', provider: 'Tidemark Pro', model: 'svc-large-4' },
    notice: null,
    progress: { kind: 'done' },
    usage: { inputTokens: 412, outputTokens: 1_138 },
    seconds: 6.4,
    ...changes,
  };
}

export function textGrew(id: string, text: string): HostMessage {
  return { kind: 'answerGrew', id, event: textAdded(0, text) };
}

export function thinkingGrew(id: string, text: string): HostMessage {
  return { kind: 'answerGrew', id, event: thinkingAdded(0, text) };
}

export function conversation(...turns: readonly Turn[]): HostMessage[] {
  return [
    { kind: 'availabilityShown', availability: ready },
    { kind: 'conversationShown', turns: [...turns] },
  ];
}

export const richConversation = conversation(
  prompt('p1', 'How does the stream reader keep partial events out of the state?'),
  answer('a1', richAnswer, {
    thinking: 'The person asks about the reader. The main point is the line buffer, then the order of events.',
  }),
);

export const fallbackConversation = conversation(
  prompt('p1', 'Explain this regular expression: `^\\s*(?:#|//)`'),
  answer('a1', 'It matches a line that holds nothing but a comment: optional spaces, then `#` or `//`.', {
    source: { payer: 'apiKey', provider: 'Second provider', model: 'compat-small-2' },
    notice: {
      tone: 'warning',
      text: 'Your plan refused this prompt (403). This answer was paid for with your API key.',
      buttons: [
        { action: 'alwaysUseKey', label: 'Always Use the Key', primary: false },
        { action: 'refreshPlan', label: 'Check the Plan Again', primary: false },
      ],
    },
    usage: { inputTokens: 64, outputTokens: 88 },
    seconds: 1.2,
  }),
);

export const failedConversation = conversation(
  prompt('p1', 'Write a test for the parser.'),
  answer('a1', '', {
    usage: null,
    seconds: 0.4,
    progress: {
      kind: 'failed',
      notice: {
        tone: 'error',
        text: 'Your plan refused the prompt (401), and no API key is set. Nothing you typed is lost.',
        buttons: [
          { action: 'signIn', label: 'Sign In', primary: true },
          { action: 'setApiKey', label: 'Set API Key…', primary: false },
        ],
      },
    },
  }),
);
