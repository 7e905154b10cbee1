/** Amounts as people write them, in cents; undefined is refused. A difference may have a sign, every other amount none. */
export declare const amountExamples: {
    typed: string;
    amount: number | undefined;
    difference: number | undefined;
}[];
/** Percentages as people write them, in basis points; undefined is refused. */
export declare const percentExamples: {
    typed: string;
    rate: number | undefined;
}[];
/** Whole numbers of settings; undefined is refused. */
export declare const wholeExamples: {
    typed: string;
    whole: number | undefined;
}[];
