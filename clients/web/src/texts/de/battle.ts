import type en from '../en/battle';

const texts: typeof en = {};
export default texts;
