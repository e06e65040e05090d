// Made by generate.mjs from what `muster rules --schemas` prints. Not to be edited.

import type { JsonObject } from '../json.js';

export type RulesetDescription = {
  describe: {
    /** where there is neither a field nor a settlement */
    at_sea?: boolean;
    /** those of them in which points have decided */
    by_points?: string[];
    decisions?: {
      [k: string]: {
        /** of the options: of pairs, what one of is chosen */
        among?: string;
        /** of the question: places in the options */
        args?: {
          [k: string]: {
            /** more units, or how many */
            also?: string;
            as:
              | 'number'
              | 'text'
              | 'word'
              | 'seat'
              | 'unit'
              | 'units'
              | 'cell'
              | 'area'
              | 'sum'
              | 'count'
              | 'given'
              | 'there'
              | 'sentences'
              | 'data'
              | 'signed';
            at: string;
            /** of sentences: what stands between them, if not a comma */
            between?: string;
            /** the part of the texts that has the word, or the item of which each sentence is */
            of?: string;
          };
        };
        /** of the choice: what was chosen */
        choice?: string;
        /** of what a choice would mean: totals that it is judged by */
        expected?: {
          enemy: string;
          own: string;
        } | null;
        /** nothing is said of one that is no choice */
        forced_silent?: boolean;
        form: 'pick' | 'counts' | 'pairs' | 'path' | 'shots' | 'yes_no' | 'throw_dice' | 'orders' | 'fields';
        /** yes may cost the battle: whoever says it is asked once more */
        grave?: boolean;
        /** of counts: how many of them in each group */
        groups?: {
          /** of one of these, and of one of what there is to choose among */
          by: string;
          /** of the options: of each group {count}, and what it is by */
          list: string;
        } | null;
        /** of counts: the hits that they take */
        hits?: {
          /** the class that takes them as long as it can */
          first?: string;
          /** older ones */
          kept?: string;
          new: string;
          /** of one of the list: how many it takes; without this one */
          takes?: string;
        } | null;
        /** what tells each of the list, if more than its number and name */
        item?: string;
        /** of the options: what there is to choose among */
        list?: string;
        /** of the form of that name */
        orders?: 'none' | 'moves' | 'works' | 'pick' | 'shares' | 'places' | 'units';
        /** of a turn on a map of areas, in which it is asked */
        part?: string;
        /** of pairs: whom those of the list may go with */
        partners?: {
          /** of one of these: which */
          by: string;
          /** of the options: {unit, enhanced?, count}, and which of `among` each is */
          list: string;
          /** of the options: of each of `among`, under the same name, how many `aircraft` go with it */
          room: string;
        } | null;
        /** what was chosen, where no event tells all of it: places in the choice */
        said?: {
          [k: string]: {
            /** more units, or how many */
            also?: string;
            as:
              | 'number'
              | 'text'
              | 'word'
              | 'seat'
              | 'unit'
              | 'units'
              | 'cell'
              | 'area'
              | 'sum'
              | 'count'
              | 'given'
              | 'there'
              | 'sentences'
              | 'data'
              | 'signed';
            at: string;
            /** of sentences: what stands between them, if not a comma */
            between?: string;
            /** the part of the texts that has the word, or the item of which each sentence is */
            of?: string;
          };
        };
        /** of the setup: the {name} that the list can have, for who orders before it is asked */
        setup_list?: string;
        /** the event that tells what was chosen */
        told_by?: string;
        /** of the options: how many of them */
        total?: string;
        /** of the choice: whether anything is chosen, where one may also pass */
        whether?: string;
      };
    };
    dice?: boolean;
    events?: {
      [k: string]: {
        args?: {
          [k: string]: {
            /** more units, or how many */
            also?: string;
            as:
              | 'number'
              | 'text'
              | 'word'
              | 'seat'
              | 'unit'
              | 'units'
              | 'cell'
              | 'area'
              | 'sum'
              | 'count'
              | 'given'
              | 'there'
              | 'sentences'
              | 'data'
              | 'signed';
            at: string;
            /** of sentences: what stands between them, if not a comma */
            between?: string;
            /** the part of the texts that has the word, or the item of which each sentence is */
            of?: string;
          };
        };
        beat?: 'none' | 'note' | 'step' | 'count' | 'fall' | 'move' | 'fire';
        /** how much of that goes by before the table changes */
        before?: number;
        /** begins with it */
        chapter?: {
          kind: string;
          number: string;
        } | null;
        course?: {
          /** what it shows if not */
          else?: string;
          /** only if this is given */
          if?: string;
          /** what its `area` shows until the part is over */
          mark?: string;
          /** whose decisions come next, where nobody decides any more in its own */
          next?: string;
          /** it belongs to */
          part: string;
        } | null;
        /** to the table, in this order */
        does?: {
          /** the change happens for each of this list; places are in what it lists */
          each?: string;
          field?: string;
          fields?: string[];
          /** the field's value, the class, how many, the cells, the shots, how much */
          from?: string;
          /** whether the damage was its end */
          gone?: string;
          /** only if this is given */
          if?: string;
          op: 'set' | 'fresh' | 'forward' | 'class_on' | 'pair' | 'lose' | 'lose_all' | 'gain' | 'move' | 'fire' | 'damage';
          seat?: string;
          /** one of its type; on a board its id */
          unit?: string;
          /** lists of units or pairs */
          units?: string[];
          /** only if this is not given */
          unless?: string;
        }[];
        /** a sentence for each of this list: the item of the event's name; of an empty one the event's */
        each?: string;
        /** if none of these is given */
        empty?: string[];
        longer?: {
          each: string;
          milliseconds: number;
        } | null;
        luck?: {
          dice: {
            needs: string;
            reached: string;
          }[];
          /** the list of which each has such dice */
          each: string;
          /** of the setup: if it is given, a six reaches and a one fails whatever is needed */
          natural: string;
          unit: string;
        } | null;
        /** how long it has the table for itself */
        milliseconds?: number;
        /** so long it is noted instead */
        milliseconds_if_empty?: number;
        /** something else tells it */
        silent?: boolean;
        /** in a terminal, where that is another */
        tell_tone?: ('plain' | 'heading' | 'loss' | 'quiet' | 'late') | null;
        tone?: 'plain' | 'heading' | 'loss' | 'quiet' | 'late';
        /** this is the tone */
        tone_if_empty?: 'plain' | 'heading' | 'loss' | 'quiet' | 'late';
        /** chances may have changed if one of these is given; an empty place always is */
        turning?: string[];
      };
    };
    /** of lists in events */
    items?: {
      [k: string]: {
        /** places in the item */
        args: {
          [k: string]: {
            /** more units, or how many */
            also?: string;
            as:
              | 'number'
              | 'text'
              | 'word'
              | 'seat'
              | 'unit'
              | 'units'
              | 'cell'
              | 'area'
              | 'sum'
              | 'count'
              | 'given'
              | 'there'
              | 'sentences'
              | 'data'
              | 'signed';
            at: string;
            /** of sentences: what stands between them, if not a comma */
            between?: string;
            /** the part of the texts that has the word, or the item of which each sentence is */
            of?: string;
          };
        };
        /** a terminal tells it as a loss if this is given */
        tell_loss_if?: string;
      };
    };
    lists?: {
      /** fields of each, in the order in which they are shown */
      columns: string[];
      /** of the catalog */
      list: string;
    }[];
    /** of endings */
    reasons?: string[];
    /** by purpose */
    rolls?: {
      [k: string]: {
        /** of a sum: what each face counts, if not what it shows */
        faces?: number[];
        luck?: 'none' | 'sum' | 'hits';
        /** an event tells it */
        silent?: boolean;
      };
    };
    /** the pieces that stand for it in a list of rulesets, the first of them alone where there is less room */
    symbols?: string[];
    table?: {
      /** other words that setups may have for a unit, unless the roster has them too */
      aliases?: {
        [k: string]: string;
      };
      /** of the setup: the list of {area, name?} of which a map is made */
      areas?: string;
      /** of a seat: such lists of what is not counted among its units */
      beside?: string[];
      board?: {
        /** cells that nobody enters */
        blocked: string;
        /** of the setup, as all that follows: "square", "free" (no cells, places in tenths), else of hexes */
        grid: string;
        height: string;
        /** what nobody enters where there are no cells: lists of corners */
        polygons?: string;
        /** width and height where the setup does not say them */
        side: number;
        /** kinds of ground, a list of {terrain, name, cells} */
        terrain?: string;
        /** of a seat: its list of {id, profile, at} */
        units: string;
        width: string;
      };
      /** fields of the table that the setup gives, and where */
      given?: {
        [k: string]: string;
      };
      /** of the setup: the list of {unit, class} */
      roster?: string;
      /** the list of what each seat has, with its `seat`; where there is none, and without this, it stands under the seat's name */
      sides?: string;
      /** of a seat: how many it has of each type */
      tokens?: {
        at: string;
        unit: string;
      }[];
      /** of a seat: its lists of {unit, enhanced?, count} */
      units?: string[];
      view?: 'none' | 'ranks' | 'tokens' | 'board' | 'areas';
    };
    /** what is described there, and its texts, are this one's too, unless it has its own */
    uses?: string[];
  };
  id: string;
  /** of the texts */
  language: string;
  /** by part and name, as ICU messages with arguments, plural and select */
  texts: JsonObject;
  version: number;
};
