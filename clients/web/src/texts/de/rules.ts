import type en from '../en/rules';

const texts: typeof en = {};
export default texts;
