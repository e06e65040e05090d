import type en from '../en/map';

const texts: typeof en = {};
export default texts;
