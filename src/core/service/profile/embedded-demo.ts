/**
 * The demo that runs inside Tidemark, which no address names: it gets another port at each start, and what it is given
 * goes to Tidemark itself. No profile can claim it, since `audienceOf` never says this.
 */
export const embeddedDemo = 'demo';
