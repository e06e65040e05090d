import type en from '../en/replay';

const texts: typeof en = {};
export default texts;
