// <muster-battle server="https://…" battle="ID">: a battle to look at on anybody's page, live and step by step; for browsers. What strangers wrote
// is only ever shown as text. It follows as a spectator: it reads and keeps nothing of the device's.
import { Muster } from '../muster.js';
import type { Feed } from '../feed.js';
import { describeRuleset, descriptionOf, tableAt, type Side } from '../table/core.js';
import { tellMessage } from '../message.js';
import { style } from './style.js';
import { Teller, type Texts } from './telling.js';
import { languageOf, wordsIn, type Language, type Words } from './words.js';

const shownMax = 6; // sentences
const diceMax = 40; // of one roll: what more there are nobody counts

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text = '', ...inside: Node[]): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  made.append(...inside);
  return made;
}

export class MusterBattle extends HTMLElement {
  static readonly observedAttributes = ['server', 'battle', 'lang'];

  private muster: Muster | null = null;
  private feed: Feed | null = null;
  private texts: Texts = {};
  /** the event that is looked at; null: the latest, whichever that is */
  private at: number | null = null;
  private drawn = true; // what is known
  private language: Language = 'en';
  private words: Words = wordsIn('en');
  private readonly title_ = element('h2');
  private readonly state = element('p');
  private readonly sides = element('ul');
  private readonly told = element('ol');
  private readonly where = element('span');
  private readonly back = element('button');
  private readonly on = element('button');
  private readonly live = element('button');
  private readonly link = element('a');
  private readonly controls = element('div', '', this.back, this.where, this.on, this.live);
  private readonly body = element('div', '', this.sides, this.told, this.controls);

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet(); // which a page's policy lets in, unlike a style in the markup
    sheet.replaceSync(style);
    root.adoptedStyleSheets = [sheet];
    this.state.setAttribute('role', 'status');
    for (const button of [this.back, this.on, this.live]) button.type = 'button';
    this.link.target = '_blank';
    this.link.rel = 'noopener noreferrer';
    this.controls.className = 'controls';
    this.back.addEventListener('click', () => this.go(this.seq - 1));
    this.on.addEventListener('click', () => this.go(this.seq + 1));
    this.live.addEventListener('click', () => this.go(null));
    root.append(element('section', '', this.title_, this.state, this.body, element('p', '', this.link)));
  }

  connectedCallback(): void {
    this.begin();
  }
  disconnectedCallback(): void {
    this.end();
  }
  attributeChangedCallback(_name: string, before: string | null, now: string | null): void {
    if (this.isConnected && before !== now) this.begin();
  }

  private get seq(): number {
    return this.at ?? this.feed?.head ?? 0;
  }

  private begin(): void {
    this.end();
    this.language = languageOf([this.lang, document.documentElement.lang, ...navigator.languages].filter(Boolean));
    this.words = wordsIn(this.language);
    const [server, battle] = [this.getAttribute('server') || location.origin, this.getAttribute('battle') ?? ''];
    this.title_.textContent = 'Muster';
    this.body.hidden = true;
    this.link.hidden = true;
    this.state.textContent = this.words.loading;
    const muster = (this.muster = new Muster(server));
    const feed = (this.feed = muster.follow(battle));
    this.show(feed, muster).catch(() => {
      if (this.feed === feed) this.fail();
    });
    feed.on('error', () => this.fail());
  }

  private async show(feed: Feed, muster: Muster): Promise<void> {
    const header = await feed.ready;
    const { describe, texts } = await muster.description(header.ruleset, this.language);
    if (this.feed !== feed) return;
    if (!descriptionOf(header.ruleset)) describeRuleset(header.ruleset, describe);
    this.texts = texts as Texts;
    this.title_.textContent = header.title || header.ruleset;
    this.link.href = `${muster.address}/b/${encodeURIComponent(header.battle)}`;
    this.link.textContent = this.words.open;
    [this.back.textContent, this.on.textContent, this.live.textContent] = [this.words.back, this.words.on, this.words.live];
    this.sides.setAttribute('aria-label', this.words.fighting);
    this.told.setAttribute('aria-label', this.words.events);
    this.link.hidden = this.body.hidden = false;
    const soon = () => this.soon();
    feed.on('event', soon);
    feed.on('caught_up', soon);
    feed.on('restored', () => this.go(null));
    soon();
  }

  /** Many events at once are drawn once. */
  private soon(): void {
    if (!this.drawn) return;
    this.drawn = false;
    queueMicrotask(() => {
      this.drawn = true;
      this.draw();
    });
  }

  private go(seq: number | null): void {
    const head = this.feed?.head ?? 0;
    this.at = seq === null || seq >= head ? null : Math.max(0, seq);
    this.draw();
  }

  private draw(): void {
    const { feed, words } = this;
    if (!feed?.header || this.body.hidden) return;
    const table = tableAt(feed.header, feed.events, this.seq);
    const teller = new Teller(feed.header.ruleset, this.texts, words, this.language, table.names);
    this.state.textContent = table.outcome ? teller.outcome(table.outcome) : table.stage === 'over' ? '' : words[table.stage];
    this.sides.replaceChildren(...table.sides.map((side) => this.sideOf(side, teller)));
    const lines: string[] = [];
    for (let index = this.seq - 1; index >= 0 && lines.length < shownMax; --index) {
      const told = feed.events[index] && teller.sentence(feed.events[index]!);
      if (told) lines.unshift(told);
    }
    this.told.replaceChildren(...lines.map((line) => element('li', line)));
    this.where.textContent = tellMessage(words.step, { n: this.seq, all: feed.head }, this.language);
    // A button that has the focus keeps it: it is not disabled.
    this.back.setAttribute('aria-disabled', String(this.seq === 0));
    this.on.setAttribute('aria-disabled', String(this.at === null));
    this.live.setAttribute('aria-pressed', String(this.at === null));
  }

  private sideOf(side: Side, teller: Teller): HTMLLIElement {
    const all = [...side.pieces, ...side.tokens].map(({ unit, enhanced, living }) => ({ unit, enhanced, count: living }));
    const made = element('li', '', element('strong', teller.who(side.seat)), element('span', teller.troops(all)));
    const dice = (side.roll?.groups ?? []).flatMap((group) => group.dice).slice(0, diceMax);
    if (dice.length > 0) {
      const row = element('span', '', ...dice.map((die) => element('b', String(die))));
      row.className = 'dice';
      row.setAttribute('role', 'img');
      row.setAttribute('aria-label', `${this.words.dice}: ${dice.join(' ')}`);
      made.append(row);
    }
    return made;
  }

  private fail(): void {
    this.end();
    this.title_.textContent = 'Muster';
    this.state.textContent = this.words.nothing;
    this.body.hidden = this.link.hidden = true;
  }

  private end(): void {
    this.feed?.unfollow();
    this.muster?.close();
    this.feed = this.muster = null;
    this.at = null;
  }
}

/** From now on <muster-battle> is one; twice is once. */
export function defineMusterBattle(): void {
  if (!customElements.get('muster-battle')) customElements.define('muster-battle', MusterBattle);
}
