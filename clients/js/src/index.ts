export * from './types.js';
export { parseLink, type Link } from './link.js';
export { MusterError } from './errors.js';
export { Muster, type MusterEvents, type MusterOptions } from './muster.js';
export { Feed, randomToken, type FeedEvents, type FollowOptions } from './feed.js';
export type { ConnectionStatus, WebSocketConstructor, WebSocketLike } from './connection.js';
export { told, type Problem, type ProblemKind, type ProblemSentences } from './problem.js';
export { verifyRecord, type RollVerdict, type Verdict } from './verify.js';
