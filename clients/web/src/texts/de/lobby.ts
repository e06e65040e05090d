import type en from '../en/lobby';

const texts: typeof en = {};
export default texts;
