// A throw as a picture, to be pasted where people talk: drawn here, so that it needs no server.
import { colourOf } from '../../lib/sides';
import type { Throw } from './ledger';

const width = 720;
const edge = 28;
const die = 46;
const gap = 8;
const shownMax = 60; // dice; of more the rest is counted

/** What is written on it. */
export interface PictureWords {
  who: string;
  result: string;
  /** for what, and where it can be looked up */
  words: string;
  source: string;
  more: (n: number) => string;
}

function wrapped(pen: CanvasRenderingContext2D, text: string, most: number, linesMax: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of [...text.split(/\s+/)].flatMap((each) => each.match(/.{1,40}/gu) ?? [])) {
    const longer = line ? `${line} ${word}` : word;
    if (pen.measureText(longer).width <= most) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  if (line) lines.push(line);
  return lines.slice(0, linesMax);
}

/** A PNG, in light colours whatever the page has: it is seen elsewhere. */
export async function pictureOf(thrown: Throw, seats: readonly string[], words: PictureWords): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d')!;
  const style = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name);
  const [display, plain] = [style('--font-display'), style('--font-text')];
  const dice = thrown.groups.flatMap((group) => group.dice);
  const shown = dice.slice(0, shownMax);
  const perRow = Math.floor((width - 2 * edge + gap) / (die + gap));
  pen.font = `24px ${plain}`;
  const lines = wrapped(pen, words.words, width - 2 * edge, 3);
  const diceTop = 74 + lines.length * 30;
  const rows = Math.ceil(shown.length / perRow);
  const foot = diceTop + rows * (die + gap) + (dice.length > shownMax ? 26 : 0);
  const height = foot + 96;
  const scale = 2;
  canvas.width = width * scale;
  canvas.height = height * scale;
  pen.scale(scale, scale);

  pen.fillStyle = '#faf5e8';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = sideColours[colourOf(thrown.seat, seats)];
  pen.fillRect(0, 0, 10, height);
  const write = (text: string, font: string, colour: string, top: number) => {
    pen.font = font;
    pen.fillStyle = colour;
    pen.textBaseline = 'top';
    pen.textAlign = 'left';
    pen.fillText(text, edge, top, width - 2 * edge);
  };
  write(words.who, `700 28px ${display}`, '#2b2318', 24);
  lines.forEach((line, at) => write(line, `24px ${plain}`, '#2b2318', 64 + at * 30));
  shown.forEach((each, at) => drawDie(pen, each, edge + (at % perRow) * (die + gap), diceTop + Math.floor(at / perRow) * (die + gap), plain));
  if (dice.length > shownMax) write(words.more(dice.length - shownMax), `20px ${plain}`, '#665a45', foot - 24);
  write(words.result, `700 32px ${display}`, '#2b2318', foot + 8);
  write(words.source, `17px ${plain}`, '#665a45', foot + 56);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
}

const sideColours = { a: '#a8401f', b: '#1f5480', c: '#2c6b34', d: '#8f6a00', e: '#6b3a86', f: '#3a3a3a', g: '#0f6b6b', h: '#a02a63' };

function drawDie(pen: CanvasRenderingContext2D, { value, dropped, hit }: { value: number; dropped: boolean; hit: boolean }, x: number, y: number, font: string): void {
  pen.globalAlpha = dropped ? 0.45 : 1;
  pen.beginPath();
  pen.roundRect(x + 1, y + 1, die - 2, die - 2, 8);
  pen.fillStyle = hit ? '#2c6b34' : '#fffdf6';
  pen.fill();
  pen.lineWidth = 2;
  pen.strokeStyle = hit ? '#1d4a23' : '#b98a54';
  pen.stroke();
  pen.fillStyle = hit ? '#ffffff' : '#2b2318';
  pen.font = `700 ${value > 99 ? 18 : 22}px ${font}`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(value), x + die / 2, y + die / 2 + 1);
  if (dropped) {
    pen.beginPath();
    pen.moveTo(x + 8, y + die - 8);
    pen.lineTo(x + die - 8, y + 8);
    pen.strokeStyle = '#2b2318';
    pen.stroke();
  }
  pen.globalAlpha = 1;
}
