// Lucene as a peer: `Peer index PAGES DIR [reorder]`, then `Peer search DIR QUERIES` (see ../README.md).

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.util.CharTokenizer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.misc.index.BPIndexReorderer;
import org.apache.lucene.misc.index.BPReorderingMergePolicy;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

public final class Peer {
  private static final int WANTED = 10;
  private static final BM25Similarity BM25 = new BM25Similarity(0.9f, 0.4f);

  private static final class Words extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      return new TokenStreamComponents(CharTokenizer.fromSeparatorCharPredicate(c -> c == ' '));
    }
  }

  private static void build(String pages, String dir, boolean reorder) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(new Words());
    config.setSimilarity(BM25).setRAMBufferSizeMB(1000);
    if (reorder) {
      config.setMergePolicy(new BPReorderingMergePolicy(new TieredMergePolicy(), new BPIndexReorderer()));
    }
    try (Directory directory = new MMapDirectory(Path.of(dir));
        IndexWriter writer = new IndexWriter(directory, config);
        BufferedReader reader = Files.newBufferedReader(Path.of(pages))) {
      int count = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        int tab = line.indexOf('\t');
        Document document = new Document();
        document.add(new TextField("text", line.substring(tab + 1), Field.Store.NO));
        document.add(new StoredField("page", line.substring(0, tab)));
        writer.addDocument(document);
        // A policy of merging reorders what it merges, so there must be two segments at least.
        if (++count == 10000) {
          writer.flush();
        }
      }
      writer.forceMerge(1);
    }
  }

  private static Query query(String line) {
    int tab = line.indexOf('\t');
    String kind = line.substring(0, tab);
    String[] words = line.substring(tab + 1).split(" ");
    if (kind.equals("phrase")) {
      return new PhraseQuery("text", words);
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (String word : words) {
      builder.add(
          new TermQuery(new Term("text", word)),
          kind.equals("any") ? BooleanClause.Occur.SHOULD : BooleanClause.Occur.MUST);
    }
    return builder.build();
  }

  private static TopDocs best(IndexSearcher searcher, Query query) throws IOException {
    return searcher.search(query, new TopScoreDocCollectorManager(WANTED, null, WANTED));
  }

  private static String pages(IndexSearcher searcher, String line) throws IOException {
    StoredFields stored = searcher.storedFields();
    List<String> found = new ArrayList<>();
    for (ScoreDoc hit : best(searcher, query(line)).scoreDocs) {
      found.add(stored.document(hit.doc).get("page"));
    }
    return String.join(" ", found);
  }

  private static String time(IndexSearcher searcher, String line) throws IOException {
    long start = System.nanoTime();
    best(searcher, query(line));
    return Long.toString(System.nanoTime() - start);
  }

  private static void search(String dir, String queries) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(queries));
    try (DirectoryReader reader = DirectoryReader.open(new MMapDirectory(Path.of(dir)))) {
      IndexSearcher searcher = new IndexSearcher(reader);
      searcher.setSimilarity(BM25);
      searcher.setQueryCache(null);
      BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
      for (String asked = in.readLine(); asked != null; asked = in.readLine()) {
        List<String> answer = new ArrayList<>();
        for (String line : lines) {
          answer.add(asked.equals("pages") ? pages(searcher, line) : time(searcher, line));
        }
        System.out.println(String.join("\t", answer));
      }
    }
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("index")) {
      build(arguments[1], arguments[2], arguments.length > 3);
    } else {
      search(arguments[1], arguments[2]);
    }
  }
}
