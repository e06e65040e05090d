import type en from '../en/start';

const texts: typeof en = {};
export default texts;
