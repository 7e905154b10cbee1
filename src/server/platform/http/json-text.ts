/** An answer that is JSON already, as databases write lists of rows. */
export class JsonText<T> {
  readonly text: string;
  /** Nothing at run time: it ties the text to its type. */
  declare readonly content?: T;

  constructor(text: string) {
    this.text = text;
  }
}
