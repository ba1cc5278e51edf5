// Every numbered section and field row of the service's interface, by the name that tests call it, in our own words. A
// tag in a test's title, `[2.3 access_token, user.id]`, names rows of one section.

export interface InterfaceRow {
  /** As tags name it: the section, and the row's name where the section has rows. */
  readonly id: string;
  readonly meaning: string;
}

/** A section without rows of its own has one without a name. */
const sections: readonly (readonly [section: string, rows: Readonly<Record<string, string>>])[] = [
  ['1', { 'two providers': 'two identity providers share one token endpoint' }],
  [
    '2.1',
    {
      code: 'envelope: integer; 0 or 200 is success',
      msg: 'envelope: text for people, may be empty',
      data: 'envelope: the payload, of any type or absent',
      success: 'envelope: decides where it is present',
    },
  ],
  [
    '2.2',
    { code: 'callback: authorization code', state: 'callback: echo of ours', error: 'callback: present on a denial' },
  ],
  [
    '2.3',
    {
      access_token: 'exchange: under the key of the provider asked for',
      refresh_token: 'exchange: text or null, not used',
      expires_in: 'exchange: number or null, not used',
      'user.id': 'exchange: identifies the user',
      token: 'exchange: may carry the session of the plan host',
    },
  ],
  [
    '2.4',
    {
      access_token: 'business login: the business token',
      expires_in: 'business login: number or null, not used',
      svcjwttoken: 'the key under which the business token is stored',
      opaque: 'tokens are passed on without a look inside',
      user_type: 'claim of the business token',
      user_id: 'claim of the business token',
      user_key: 'claim of the business token',
      customer_id: 'claim of the business token',
      customer: 'claim of the business token, with seven fields',
    },
  ],
  [
    '2.5',
    {
      sub: 'user info: the only field that must be there',
      phone_num: 'user info: may be empty',
      phone_country_code: 'user info: may be empty',
      phone_national: 'user info: may be empty',
      name: 'user info: first choice for the label',
      email: 'user info: second choice for the label',
      picture: 'user info: never fetched',
      profile: 'user info: object or null',
    },
  ],
  [
    '2.6',
    {
      code: 'billing: 0 is success',
      plans: 'billing: list of plans',
      plan_id: 'billing: identifier of a plan',
      name: 'billing: name of a plan',
      status: 'billing: active, whatever its case and blanks',
      total_units: 'billing: the allowance',
      used_units: 'billing: what is used',
      available_units: 'billing: what is left',
      period_end: 'billing: reset time in seconds',
      capabilities: 'billing: models that the plan names',
      balances: 'billing: units by entitlement',
      rule: 'when an active plan is the entry plan',
    },
  ],
  [
    '2.7',
    {
      subscription: 'record of the subscription list, fields not promised',
      quota: 'quota payload, shape not promised',
      balance: 'balance answer, shape not promised',
      'client configuration': 'configuration answer, shape not promised',
      'guest session': 'guest answer, shape not promised',
      'whole message': 'answer without a stream, shape not promised',
    },
  ],
  [
    '2.8',
    {
      model: 'request: model id',
      max_tokens: 'request: limit of tokens',
      temperature: 'request: optional number',
      stream: 'request: true for events, false for one body',
      system: 'request: optional text blocks',
      messages: 'request: turns of text blocks by role',
      thinking: 'request: optional budget for reasoning',
    },
  ],
  [
    '3',
    {
      'code accepted': 'a fresh code yields a token',
      'code expired': 'an old code is rejected with 2007',
      'state mismatch': 'another state ends the matter before any request',
    },
  ],
  [
    '4.1',
    {
      response_type: 'authorize: the fixed word code',
      client_id: 'authorize: id of the application',
      redirect_uri: 'authorize: one of the known shapes',
      state: 'authorize: our random value',
      'no scope': 'authorize: nothing but the four parameters',
    },
  ],
  [
    '4.2',
    {
      provider: 'exchange: which provider gave the code',
      code: 'exchange: the code',
      redirect_uri: 'exchange: as it was authorized',
      state: 'exchange: the original state',
      'second provider': 'own login page, application id, redirect shapes and user info address',
    },
  ],
  ['4.3', { '': 'business login: access token for business token' }],
  ['4.4', { '': 'user info, with the access token' }],
  ['4.5', { '': 'guest session, without authentication' }],
  [
    '4.6',
    {
      current: 'entry-plan billing, with app_version',
      balance: 'balance of the entry plan',
      'plan host': 'its address can be set',
    },
  ],
  [
    '4.7',
    {
      subscription: 'list at the default host',
      'second subscription': 'list at the second host',
      quota: 'quota, and how its absence is said',
    },
  ],
  ['4.8', { '': 'client configuration, without authentication' }],
  [
    '4.9',
    {
      'default host': 'messages of the default provider, business token as key',
      'second host': 'messages paid by an API key',
      'base address': 'messages of the plan at a configured address, as Bearer',
      'x-api-key': 'carries business token or API key',
      'Content-Type': 'JSON',
      'compat-version': 'under the word of the compatible interface',
      'User-Agent': 'our own name and version',
      'HTTP-Referer': 'the exchange host',
      'X-Title': 'our own title',
      'X-Svc-App-Version': "our version, under the service's word",
      'X-Platform': 'platform and architecture',
      'X-Release-Channel': 'release channel',
      'X-Client-Language': 'locale',
      'X-Client-Timezone': 'time zone',
      'X-Os-Category': 'kind of system',
      'X-Os-Version': 'version of the system',
      stream: 'an event stream on request',
      whole: 'one body on request',
    },
  ],
  [
    '4.10',
    {
      'step 1': 'any subscription is a coding plan',
      'step 2': 'else an active entry plan',
      'step 3': 'else not entitled',
      'step 4': 'where entitled, the quota',
    },
  ],
  ['5.1', { '': 'no PKCE and no client secret; state is the guard' }],
  ['5.2', { '': 'the code is exchanged for an access token' }],
  ['5.3', { '': 'the access token is exchanged for a business token' }],
  [
    '5.4',
    {
      'access token': 'for user info and the business login only',
      'business token': 'for messages, subscription and quota only',
      'plan credential': 'for entry-plan billing only',
    },
  ],
  ['5.5', { '': 'an API key answers for the second provider' }],
  [
    '5.6',
    {
      not_auth: 'neither business token nor stored user info',
      auth_failed: 'user info without a business token, or a refused token',
      not_entitled: 'no plan',
      overseas_payment_required: 'a payment is asked for first',
      provider_inactive: 'the provider is not active',
      fallback: '401 and 403 mark the plan; the API key may take over',
    },
  ],
  ['5.7', { '': 'no refresh is known: a refused token means signing in again' }],
  ['5.8', { '': 'no lifetime is known: a token is good until it is refused' }],
  ['5.9', { '': "the plan host's session comes with the exchange or not at all" }],
  ['5.10', { '': 'no scope is sent' }],
  [
    '6',
    {
      message_start: 'the message begins',
      content_block_start: 'a block begins',
      content_block_delta: 'a block grows',
      content_block_stop: 'a block ends',
      message_delta: 'stop reason and usage',
      message_stop: 'the only good end',
      error: 'a failure in the middle',
      order: 'the order of events',
      'event and type': 'name and type of an event agree; the type decides',
      'redirect only': 'the redirect is the only callback',
    },
  ],
  [
    '7.1',
    {
      'code expired': 'HTTP 500 with 2007',
      'no coding plan': 'code 500 without success, no fault',
      'no balance': '429 with 1113',
      'invalid business token': '401 of messages',
      'billing refused': 'empty 401 of billing',
      'state mismatch': 'found by the client, nothing is sent',
    },
  ],
  [
    '7.2',
    {
      type: 'the word error',
      'error.type': 'kind of the error',
      'error.code': '1113, as text or number',
      'error.message': 'the code again, in brackets',
      authentication: '200 and 1113 both prove the credential',
    },
  ],
  ['7.3', { firewall: 'an empty 401 is no word of the service' }],
  [
    '8',
    {
      'code validity': 'minutes; exchanged at once, never twice',
      'state length': '32 hexadecimal characters',
      'entry-plan units': 'total, used and available units',
      'quota values': 'set by the service, of any kind',
    },
  ],
  [
    '9',
    {
      'path version': 'v1 in every path',
      'compat-version': 'its value',
      app_version: "the same as the header's",
    },
  ],
];

/** In the order of the interface. */
export const interfaceRows: readonly InterfaceRow[] = sections.flatMap(([section, rows]) =>
  Object.entries(rows).map(([name, meaning]) => ({ id: `${section} ${name}`.trim(), meaning })),
);
