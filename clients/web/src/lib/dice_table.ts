/** Of tables where dice are thrown and nothing is fought: nobody wins there, and it is nobody's turn. */
export const diceTable = 'dice';
