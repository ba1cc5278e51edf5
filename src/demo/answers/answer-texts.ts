// The texts of the demo model, as markdown.

export const greeting = `Hello! I am the **demo model**. Everything I say is scripted, nothing leaves this computer, and no account is needed.

Ask me anything, or try one of these words:

- \`table\` or \`code\` to see how answers are laid out
- \`long\` for something to scroll, \`slow\` for time to press **Stop**
- \`think\` to see reasoning before an answer
`;

/** Stands before the answer to a question that came with images. */
export const seenImages = (count: number): string =>
  `I see **${count === 1 ? '1 image' : `${count} images`}** with your question. I am the demo model, so I can count ${count === 1 ? 'it' : 'them'} but not look at ${count === 1 ? 'it' : 'them'}.\n\n`;

export const refusal = 'I stop here: this is how it looks when a model declines to answer.\n';

export const pausedTurn = 'I pause my turn here: a request that sends this back lets me go on.\n';

export const callingTools = (names: readonly string[]): string =>
  `I call ${names.map((name) => `\`${name}\``).join(' and ')}.`;

/** @param file the first that is changed */
export const commitMessage = (file: string): string => `Change ${file}

The demo read the changes file by file. A real model would say what they
are for.

Signed-off-by: Demo Model <demo@example.com>`;

/** @param answered escaped for markdown */
export const toolReport = (name: string, answered: string, isError: boolean): string =>
  `- \`${name}\` ${isError ? 'failed' : 'answered'}: “${answered}”`;

/** @param asked the person's words, escaped for markdown */
export const overview = (asked: string, turn: number): string => `You asked: “${asked}”

I am the **demo model**, so I cannot really answer that: my replies are scripted. ${
  turn > 1
    ? `I did receive all ${turn} questions of this conversation, just as a real model would.`
    : 'A real model would start its answer right here.'
} What I can do is show you around.

## What you can try

| Write | And you will see |
| :--- | :--- |
| \`table\` | numbers in a table |
| \`code\` | code blocks in several languages |
| \`long\` | an answer that is worth scrolling |
| \`slow\` | an answer that leaves time to press **Stop** |
| \`think\` | reasoning before the answer, if thinking is switched on |

## Where to look meanwhile

1. The **status bar** shows the plan and what is left of it. Each of my answers uses up a little.
2. The line under this answer says **who gave it**: your plan, or your API key.
3. Signing in as *another person* shows other plans, and how things look when they go wrong.

> Nothing here costs anything: the plan, the quota and the people are made up.
`;

export const table = `Here is a small comparison, with columns aligned three ways.

| Plan | Tokens per 5 hours | Models | Counted in |
| :--- | ---: | :---: | :--- |
| Entry | 10,000 | 1 | units |
| Lite | 40,000 | 2 | tokens |
| **Pro** | 120,000 | 2 | tokens |
| Credits | – | 2 | credits |

The numbers are right-aligned, so they can be compared at a glance. The demo made them up; the figures in your **status bar** are made up too, but they do move when you chat.
`;

export const code = `The same small function, written three ways.

\`\`\`typescript
/** Waits until \`check\` holds, asking again after each \`interval\` milliseconds. */
export async function until(check: () => boolean, interval = 50): Promise<void> {
  while (!check()) {
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
\`\`\`

\`\`\`python
async def until(check, interval=0.05):
    """Wait until check() holds, asking again after each interval (seconds)."""
    while not check():
        await asyncio.sleep(interval)
\`\`\`

\`\`\`rust
pub async fn until(check: impl Fn() -> bool, interval: Duration) {
    while !check() {
        tokio::time::sleep(interval).await;
    }
}
\`\`\`

A change is best read as a diff:

\`\`\`diff
-  while (!check()) {
+  while (!check() && !signal.aborted) {
     await new Promise((resolve) => setTimeout(resolve, interval));
   }
\`\`\`

And a command for the terminal:

\`\`\`sh
npm test -- --grep "until"
\`\`\`

**Why an interval at all?** Without one, the loop would keep the processor busy and \`check\` might never get its turn.
`;

export const slow = `I am taking my time. While I write, the **Stop** button ends the answer at once, and what you have read so far stays where it is.

1. First, a pause.
2. Then another one.
3. And one more, so that you can reach the button.

If you are still reading: nobody stopped me. Try it next time, or close the panel while I write and open it again.
`;

export const thoughts = `The person wants to see how reasoning looks. I should not pretend to reason about facts that I do not have.

Let me plan the answer:
1. Say what the section above is.
2. Say when it appears.
3. Keep it short, because the reasoning was the point.

One thing to check: is this the demo? Yes. So I will say that these thoughts are scripted.`;

export const thoughtful = `What you see above this line is **thinking**: a model's notes to itself before it answers. They are folded away once the answer begins, and you can open them whenever you are curious.

- Thinking makes hard questions come out better, and it **uses tokens** like any other text.
- It is part of the request, so it can be switched on and off for each question.

(These particular thoughts were scripted, like everything the demo says.)
`;

export const thoughtless = `I would love to, but thinking is **not switched on** for this question.

Switch it on below the text box, choose a model that supports it (*Tide Large* does), and write \`think\` again. You will then see the model's notes before its answer.
`;

const chapter = (place: number, title: string, body: string): string => `## ${place}. ${title}\n\n${body}\n`;

/** An answer of several screens that uses everything the panel can lay out. */
export const long = [
  'This is a long answer, made for scrolling. It describes one day at the shore, and it uses everything that this panel can lay out.\n',
  chapter(
    1,
    'Before sunrise',
    `The harbor is quiet. A tide table hangs beside the door, and somebody has circled today:

| Time | Water | Height |
| :--- | :---: | ---: |
| 04:12 | low | 0.6 m |
| 10:31 | high | 3.2 m |
| 16:40 | low | 0.8 m |
| 22:58 | high | 3.0 m |

The difference between the highest and the lowest water is the **tidal range**: 2.6 meters here, which is *moderate*. In some bays it is more than five times that.`,
  ),
  chapter(
    2,
    'What makes a tide',
    `Three things, in order of importance:

1. **The moon**, which pulls on the near side of the ocean a little more than on the far side.
2. **The sun**, which does the same with a bit less than half the strength.
3. **The coast**, which decides what becomes of it:
   - a narrow bay piles the water up,
   - an open shore lets it spread,
   - and an island makes it go around.

> When sun and moon pull along one line, the range is large: a *spring tide*. When they pull at right angles, it is small: a *neap tide*.`,
  ),
  chapter(
    3,
    'How to predict one',
    `A tide is a sum of waves. Each has a fixed period, and only its height and its delay differ from place to place:

\`\`\`typescript
interface Constituent {
  readonly amplitude: number; // meters
  readonly periodHours: number;
  readonly delayHours: number;
}

export function waterLevel(constituents: readonly Constituent[], hours: number): number {
  return constituents.reduce(
    (level, { amplitude, periodHours, delayHours }) =>
      level + amplitude * Math.cos((2 * Math.PI * (hours - delayHours)) / periodHours),
    0,
  );
}
\`\`\`

Two of them already give a curve that looks right: \`12.42\` hours for the moon and \`12.00\` hours for the sun. Because they differ by so little, they drift in and out of step *every 14.8 days*.`,
  ),
  chapter(
    4,
    'A walk on the flats',
    `Whoever walks out at low water should have a list:

- [x] Look up the time of low water
- [x] Tell somebody where you are going
- [ ] Turn back **before** the water does
- [ ] Bring dry socks

The last one is not about safety. It is about the way home.`,
  ),
  chapter(
    5,
    'Words of the shore',
    `A few terms that the locals use without explaining them:

| Word | Meaning |
| :--- | :--- |
| **Ebb** | the water going out |
| **Flood** | the water coming in |
| **Slack** | the short rest between the two |
| **Wrack line** | the row of weed and shells that the last high water left |
| **Tidemark** | the trace it leaves on a wall, a post or a memory |

The last one is also a good name for a program that shows how much is left.`,
  ),
  chapter(
    6,
    'Keeping a record',
    `The harbor office has written down every high water since 1911, first in ink and then like this:

\`\`\`sql
SELECT date, MAX(height) AS high
FROM readings
WHERE station = 'pier head'
GROUP BY date
HAVING MAX(height) > 3.5
ORDER BY high DESC
LIMIT 5;
\`\`\`

Two things stand out in the record:

- The five highest waters all came in **winter**, with a storm behind them.
- The mean has risen by *eighteen centimeters* in a century, which is roughly the height of the second step at the pier. The first step is no longer used.`,
  ),
  chapter(
    7,
    'After dark',
    `The second high water comes at \`22:58\`. By then the walkers are back, the socks are dry, and the lamp at the end of the pier counts to eight and blinks:

\`\`\`json
{
  "light": "pier head",
  "character": "Fl 8s",
  "height": 11,
  "range": 9
}
\`\`\`

---

That was the long answer. Like every answer here it was written in markdown; [the CommonMark page](https://commonmark.org/help/) shows the whole notation in one table.`,
  ),
].join('\n');
