import battle from './battle';
import common from './common';
import lobby from './lobby';
import map from './map';
import replay from './replay';
import rules from './rules';
import start from './start';

export default { common, start, lobby, battle, replay, map, rules };
