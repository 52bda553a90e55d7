//! tantivy as a peer: `peer index PAGES DIR`, then `peer search DIR QUERIES` (see ../README.md).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::time::Instant;

use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, PhraseQuery, Query, TermQuery};
use tantivy::schema::{IndexRecordOption, Schema, TextFieldIndexing, TextOptions, Value, FAST, STORED};
use tantivy::tokenizer::{TextAnalyzer, WhitespaceTokenizer};
use tantivy::{Index, IndexWriter, Searcher, TantivyDocument, Term};

type Failed = Box<dyn std::error::Error>;

fn schema() -> Schema {
    let mut schema = Schema::builder();
    let words = TextFieldIndexing::default()
        .set_tokenizer("words")
        .set_index_option(IndexRecordOption::WithFreqsAndPositions);
    schema.add_text_field("text", TextOptions::default().set_indexing_options(words));
    schema.add_u64_field("page", FAST | STORED);
    schema.build()
}

fn with_words(index: Index) -> Index {
    let words = TextAnalyzer::builder(WhitespaceTokenizer::default()).build();
    index.tokenizers().register("words", words);
    index
}

fn build(pages: &str, dir: &str) -> Result<(), Failed> {
    std::fs::create_dir_all(dir)?;
    let index = with_words(Index::create_in_dir(dir, schema())?);
    let (text, page) = (index.schema().get_field("text")?, index.schema().get_field("page")?);
    let mut writer: IndexWriter = index.writer_with_num_threads(1, 1_000_000_000)?;
    for line in BufReader::new(File::open(pages)?).lines() {
        let line = line?;
        let (number, words) = line.split_once('\t').ok_or("a page is a number, a tab and its words")?;
        let mut doc = TantivyDocument::default();
        doc.add_u64(page, number.parse()?);
        doc.add_text(text, words);
        writer.add_document(doc)?;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.wait_merging_threads()?;
    Ok(())
}

fn query(index: &Index, kind: &str, words: &str) -> Result<Box<dyn Query>, Failed> {
    let text = index.schema().get_field("text")?;
    let terms = words.split(' ').map(|word| Term::from_field_text(text, word));
    if kind == "phrase" {
        return Ok(Box::new(PhraseQuery::new(terms.collect())));
    }
    let occur = if kind == "any" { Occur::Should } else { Occur::Must };
    let clauses = terms.map(|term| -> (Occur, Box<dyn Query>) {
        (occur, Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)))
    });
    Ok(Box::new(BooleanQuery::new(clauses.collect())))
}

fn pages(searcher: &Searcher, query: &dyn Query) -> Result<String, Failed> {
    let page = searcher.schema().get_field("page")?;
    let mut found = Vec::new();
    for (_, address) in searcher.search(query, &TopDocs::with_limit(10).order_by_score())? {
        let doc: TantivyDocument = searcher.doc(address)?;
        let number = doc.get_first(page).and_then(|value| value.as_u64());
        found.push(number.ok_or("a page without its number")?.to_string());
    }
    Ok(found.join(" "))
}

fn search(dir: &str, queries: &str) -> Result<(), Failed> {
    let index = with_words(Index::open_in_dir(dir)?);
    let searcher = index.reader()?.searcher();
    let mut asked = Vec::new();
    for line in BufReader::new(File::open(queries)?).lines() {
        let line = line?;
        let (kind, words) = line.split_once('\t').ok_or("a query is a kind, a tab and its words")?;
        asked.push((kind.to_string(), words.to_string()));
    }
    for line in io::stdin().lock().lines() {
        let mut answer = Vec::new();
        if line? == "pages" {
            for (kind, words) in &asked {
                answer.push(pages(&searcher, &*query(&index, kind, words)?)?);
            }
        } else {
            for (kind, words) in &asked {
                let start = Instant::now();
                let made = query(&index, kind, words)?;
                let _ = searcher.search(&*made, &TopDocs::with_limit(10).order_by_score())?;
                answer.push(start.elapsed().as_nanos().to_string());
            }
        }
        println!("{}", answer.join("\t"));
        io::stdout().flush()?;
    }
    Ok(())
}

fn main() -> Result<(), Failed> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[1..] {
        ["index", pages, dir] => build(pages, dir),
        ["search", dir, queries] => search(dir, queries),
        _ => Err("usage: peer index PAGES DIR | peer search DIR QUERIES".into()),
    }
}
