// Who is told when it is a seat's turn.
export default {
  ask: 'Tell me when it is my turn',
  open: 'You are told when it is your turn, as long as this page is open.',
  closed: 'You are told when it is your turn, even when this page is closed.',
  ask_closed: 'Tell me even when it is closed',
  ask_no_more: 'Tell me no more when it is closed',
  unreachable: 'This browser cannot be reached while the page is closed.',
  denied: 'This browser shows no notifications of this page. Where it keeps what pages may do, you can allow them.',
  title: 'It is your turn',

  others: 'Who else is told',
  others_note: 'With the address of a webhook, a channel of Discord or Slack, or a program of yours, is told when it is your turn. Nobody else sees the address.',
  browser: (host: string) => `another browser, by ${host}`,
  remove: 'Remove',
  address: 'Address of the webhook',
  add: 'Tell this channel',
  secret: 'Its nudges are signed with this secret, which is shown only now:',
};
