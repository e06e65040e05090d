import battle from './battle';
import clock from './clock';
import common from './common';
import lobby from './lobby';
import map from './map';
import nudges from './nudges';
import orders from './orders';
import replay from './replay';
import rules from './rules';
import start from './start';

export default { common, clock, start, lobby, battle, replay, map, nudges, orders, rules };
